// A shop's server with Go's standard library: it gets tokens for its page, verifies webhooks and closes paid orders.
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

type order struct {
	Total    string `json:"total"`
	Currency string `json:"currency"`
	Closed   bool   `json:"closed"`
}

var (
	lock sync.Mutex
	// Use a table of your database.
	orders  = map[string]*order{"R-1042": {Total: "42.00", Currency: "USD"}}
	handled = map[string]bool{}
	client  = http.Client{Timeout: 10 * time.Second}
)

// askTapboard sends a request with the host secret.
func askTapboard(method, path string, body any) (status int, retryAfter string, text []byte) {
	sent := []byte(nil)
	if body != nil {
		sent, _ = json.Marshal(body)
	}
	request, err := http.NewRequest(method, os.Getenv("BFF_URL")+path, bytes.NewReader(sent))
	if err != nil {
		return http.StatusInternalServerError, "", nil
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("HOST_SECRET"))
	request.Header.Set("Content-Type", "application/json")
	answer, err := client.Do(request)
	if err != nil {
		return http.StatusServiceUnavailable, "2", nil
	}
	defer answer.Body.Close()
	text, err = io.ReadAll(answer.Body)
	if err != nil {
		return http.StatusServiceUnavailable, "2", nil
	}
	return answer.StatusCode, answer.Header.Get("Retry-After"), text
}

// isSigned verifies a webhook: Standard Webhooks, https://www.standardwebhooks.com.
func isSigned(header http.Header, body []byte) bool {
	id, sent := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(sent, 10, 64)
	if off := time.Since(time.Unix(seconds, 0)); err != nil || off.Abs() > 5*time.Minute {
		return false
	}
	// Both secrets, separated by a comma, during a rotation.
	for _, secret := range strings.Split(os.Getenv("WEBHOOK_SECRET"), ",") {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		if err != nil {
			continue
		}
		mac := hmac.New(sha256.New, key)
		fmt.Fprintf(mac, "%s.%s.%s", id, sent, body)
		wanted := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
		for _, one := range strings.Split(header.Get("webhook-signature"), " ") {
			if hmac.Equal([]byte(wanted), []byte(one)) {
				return true
			}
		}
	}
	return false
}

// token gets a token. The order comes from your database and the right to pay it from your session, never from the page.
func token(out http.ResponseWriter, in *http.Request) {
	var asked struct{ Order, Jkt string }
	if json.NewDecoder(in.Body).Decode(&asked) != nil {
		out.WriteHeader(http.StatusBadRequest)
		return
	}
	lock.Lock()
	known, found := orders[asked.Order]
	open := found && !known.Closed
	lock.Unlock()
	if !open {
		out.WriteHeader(http.StatusNotFound)
		return
	}
	status, retryAfter, text := askTapboard("POST", "/v1/tokens", map[string]string{
		"kind": "sale", "order": asked.Order, "amount": known.Total, "currency": known.Currency,
		"devices": "any", "origin": os.Getenv("SHOP_URL"), "jkt": asked.Jkt,
	})
	out.Header().Set("Content-Type", "application/json")
	if retryAfter != "" {
		out.Header().Set("Retry-After", retryAfter)
	}
	out.WriteHeader(status)
	out.Write(text)
}

// webhook answers 2xx only when the event is handled: Tapboard sends any other again.
func webhook(out http.ResponseWriter, in *http.Request) {
	body, err := io.ReadAll(io.LimitReader(in.Body, 1<<20))
	var event struct{ ID, Order string }
	if err != nil || !isSigned(in.Header, body) || json.Unmarshal(body, &event) != nil {
		out.WriteHeader(http.StatusBadRequest)
		return
	}
	lock.Lock()
	known, found := orders[event.Order]
	repeated := handled[event.ID]
	lock.Unlock()
	if !found || repeated {
		out.WriteHeader(http.StatusNoContent)
		return
	}
	total := url.Values{"amount": {known.Total}, "currency": {known.Currency}}
	status, _, text := askTapboard("GET", "/v1/orders/"+url.PathEscape(event.Order)+"?"+total.Encode(), nil)
	var state struct{ Paid bool }
	if status != http.StatusOK || json.Unmarshal(text, &state) != nil {
		out.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	lock.Lock()
	known.Closed = known.Closed || state.Paid
	handled[event.ID] = true
	lock.Unlock()
	out.WriteHeader(http.StatusNoContent)
}

func main() {
	http.HandleFunc("/api/token", token)
	http.HandleFunc("/webhooks/tapboard", webhook)
	http.HandleFunc("/orders/", func(out http.ResponseWriter, in *http.Request) {
		lock.Lock()
		defer lock.Unlock()
		known, found := orders[strings.TrimPrefix(in.URL.Path, "/orders/")]
		if !found {
			out.WriteHeader(http.StatusNotFound)
			return
		}
		json.NewEncoder(out).Encode(known)
	})
	fmt.Println("The shop is open on " + os.Getenv("SHOP_URL"))
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}
