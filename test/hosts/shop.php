<?php
// A shop's server in plain PHP: it gets tokens for its page, verifies webhooks and closes paid orders.
// Run it with: php -S 127.0.0.1:3000 shop.php
declare(strict_types=1);

/** The order with this number, or null. Use a table of your database. */
function readOrder(string $number): ?array
{
    $orders = ['R-1042' => ['total' => '42.00', 'currency' => 'USD']];
    if (!isset($orders[$number])) {
        return null;
    }
    return $orders[$number] + ['closed' => is_file(closedFile($number))];
}

function closedFile(string $number): string
{
    return getenv('DATA_FOLDER') . '/closed-' . hash('sha256', $number);
}

/** Sends a request with the host secret; returns status, Retry-After and body. */
function askTapboard(string $method, string $path, ?array $body = null): array
{
    $headers = ['Authorization: Bearer ' . getenv('HOST_SECRET'), 'Content-Type: application/json'];
    $request = ['method' => $method, 'header' => $headers, 'ignore_errors' => true, 'timeout' => 10];
    if ($body !== null) {
        $request['content'] = json_encode($body, JSON_THROW_ON_ERROR);
    }
    $stream = @fopen(getenv('BFF_URL') . $path, 'r', false, stream_context_create(['http' => $request]));
    if ($stream === false) {
        return [503, '2', '{}'];
    }
    $lines = stream_get_meta_data($stream)['wrapper_data'];
    $retryAfter = preg_grep('/^retry-after:/i', $lines);
    return [
        (int) explode(' ', $lines[0])[1],
        $retryAfter ? trim(explode(':', reset($retryAfter))[1]) : null,
        stream_get_contents($stream),
    ];
}

/** Verifies a webhook: Standard Webhooks, https://www.standardwebhooks.com. */
function isSigned(string $body): bool
{
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $sent = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    if (!ctype_digit($sent) || abs(time() - (int) $sent) > 300) {
        return false;
    }
    $received = explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '');
    // Both secrets, separated by a comma, during a rotation.
    foreach (explode(',', getenv('WEBHOOK_SECRET')) as $secret) {
        $key = base64_decode(substr($secret, strlen('whsec_')));
        $wanted = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$sent.$body", $key, true));
        foreach ($received as $one) {
            if (hash_equals($wanted, $one)) {
                return true;
            }
        }
    }
    return false;
}

function answer(int $status, string $body = '', ?string $retryAfter = null): never
{
    http_response_code($status);
    header('Content-Type: application/json');
    if ($retryAfter !== null) {
        header("Retry-After: $retryAfter");
    }
    exit($body);
}

/** The order comes from your database and the right to pay it from your session, never from the page. */
function token(array $asked): never
{
    $order = readOrder($asked['order']);
    if ($order === null || $order['closed']) {
        answer(404);
    }
    [$status, $retryAfter, $text] = askTapboard('POST', '/v1/tokens', [
        'kind' => 'sale',
        'order' => $asked['order'],
        'amount' => $order['total'],
        'currency' => $order['currency'],
        'devices' => 'any',
        'origin' => getenv('SHOP_URL'),
        'jkt' => $asked['jkt'],
    ]);
    answer($status, $text, $retryAfter);
}

/** Answers 2xx only when the event is handled: Tapboard sends any other again. A repeat closes a closed order again. */
function webhook(string $body): never
{
    if (!isSigned($body)) {
        answer(400);
    }
    $number = json_decode($body, true)['order'] ?? '';
    $order = readOrder($number);
    if ($order === null) {
        answer(204);
    }
    $total = http_build_query(['amount' => $order['total'], 'currency' => $order['currency']]);
    [$status, , $text] = askTapboard('GET', '/v1/orders/' . rawurlencode($number) . "?$total");
    if ($status !== 200) {
        answer(503);
    }
    if (json_decode($text, true)['paid']) {
        touch(closedFile($number));
    }
    answer(204);
}

// An uncaught error keeps this status. Without it PHP answers 200 where display_errors is on, and the webhook counts as handled.
http_response_code(500);
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
$body = file_get_contents('php://input');
if ($_SERVER['REQUEST_METHOD'] === 'POST' && $path === '/api/token') {
    token(json_decode($body, true));
}
if ($_SERVER['REQUEST_METHOD'] === 'POST' && $path === '/webhooks/tapboard') {
    webhook($body);
}
$order = readOrder(substr($path, strlen('/orders/')));
$order === null ? answer(404) : answer(200, json_encode($order));
