// The catalogue of errors: every registered code, the text that a person sees, the operations that answer it, and the
// advice for the developer. A code without advice does not compile.
import {
  BOARDING_ERRORS,
  PROBLEMS,
  SERVICE_ERRORS,
  web,
  type BoardingErrorCode,
  type ProblemCode,
  type Route,
  type ServiceErrorCode,
} from '@tapboard/contract'
import { isSetup } from '../../../packages/elements/src/shared/mistakes.ts'
import type { LocalCode } from '../../../packages/elements/src/shared/fault.ts'
import { ENGLISH as APPLY } from '../../../packages/elements/src/merchant-apply/merchant-apply.strings.ts'
import { PAY_ENGLISH as PAY } from '../../../packages/elements/src/terminal-pay/english.ts'
import { markdownTable } from '../build/html.ts'
import { PAY_PROBLEMS } from './texts.ts'

const ADVICE: Readonly<Record<ProblemCode, string>> = {
  'invalid-request':
    'Read `issues`: each names the member and its fault. Correct the caller; a repeat gives the same answer.',
  'signature-invalid':
    'Compare the webhook secret on both sides and verify the raw body, before anything parses it. A clock that is more than five minutes off has the same effect.',
  'idempotency-key-missing':
    'Send `Idempotency-Key` with 16 to 128 characters. The element does it by itself; a proxy may have removed the header.',
  'token-missing':
    'Send the token as `Authorization: DPoP …`. A proxy in front of the BFF may be removing the header.',
  'token-invalid':
    'The token was minted by another BFF, for another kind of request, or its key was revoked. Check that `bff-url` and your server name the same BFF.',
  'token-expired':
    'Nothing: the element asks `getToken` again. Where you see it often, your `getToken` gives out a stored token; let it ask your server each time.',
  'grant-superseded':
    'Your server granted this order again with another amount or currency. The element asks `getToken` for a new token and shows the new amount. If you see this in a loop, your server returns a stored token: mint one for each call.',
  'grant-withdrawn':
    'Your server withdrew the tokens of this order. The element asks `getToken` again: mint a new token if the order can be paid, else answer 403.',
  'earlier-attempt-unclear':
    'Before a further attempt the BFF reads the earlier ones again, and the payment service no longer says that one of them is unpaid. Nothing was sent. Send the same request again after `Retry-After`; if the answer stays, a manager settles the earlier attempt.',
  'dpop-invalid':
    'The proof does not fit the request. Most often `publicUrl` is not the address that the page uses: compare scheme, host, port and path. A client of your own needs a new proof for each request, with the hash of the body as `bh`; a proxy must not change the body.',
  'dpop-nonce':
    'Nothing: the answer carries a fresh nonce and the element repeats the request with it. Expose `DPoP-Nonce` where a proxy filters headers.',
  'host-unauthorized':
    'Send the `hostSecret` of the configuration as bearer token, from your server and without an `Origin`. It never belongs in a page.',
  'origin-not-allowed':
    'List the exact origin of the page in `merchants[].origins` and mint the token with the same `origin`. Scheme and port count.',
  forbidden:
    'The token grants something else: check its kind, order, amount, currency and terminals. Mint one for this page.',
  'not-found':
    'The path does not exist, or the transaction has no report yet. Compare with the list of routes.',
  'sale-not-found':
    'The ID is wrong or belongs to another merchant. Ask for the order instead: `GET /v1/orders/{order}`.',
  'device-not-found':
    'The terminal was removed, or the token does not list it. Read the list again with `refresh()`.',
  'application-not-found':
    'Nothing was begun under this applicant. Compare the reference with the one in the token.',
  'boarding-not-configured': 'Set `merchants[].boarding` and `upstream.boardingUrl`.',
  'method-not-allowed': 'Use the method that the reference names.',
  'sale-open':
    'Nothing: the answer holds the open sale and the element follows it. A client of your own must do the same and must not start another.',
  'order-already-paid':
    'Nothing to do: the answer holds the approved sale, or the approved refund of this reference. Close the order.',
  'sale-not-refundable':
    'Only a sale that the payment service approved with a reference can be refunded. Refund any other one in the merchant portal.',
  'refund-open': 'Wait for the other refund of the sale to end, or resolve it if its result is not known.',
  'refund-exceeds-sale': 'Grant at most what is left: `GET /v1/orders/{order}` has `refundedAmountMinor`.',
  'device-busy': 'Another sale is at this terminal. Wait, or choose another one.',
  'device-exists': 'Use the registered device; the answer does not need to be repeated.',
  'not-cancelable': 'The end is near or the upstream cannot cancel. Keep following the sale.',
  'draft-changed': 'Read the application again and let the person choose; the element does.',
  'application-closed': 'Nothing: it is submitted. Show its status.',
  'application-in-doubt':
    'Do not submit again. The BFF keeps asking; a person of yours may decide with `POST /v1/applications/{applicant}/resolve`.',
  'not-resolvable': 'The sale or application has an end already, which the answer holds.',
  'device-not-free':
    'Wait until `deviceFreeAtMs` of the sale: before it the terminal may still be asking for the card.',
  'body-too-large': 'Send less: 8 KiB for a sale, 256 KiB for an application.',
  'unsupported-media-type': 'Send `Content-Type: application/json`.',
  'idempotency-mismatch':
    'The key was used with another body. Make a new key for a new attempt; repeat the old body with the old key.',
  'invalid-application': 'Show `issues` at their fields; the element does.',
  'invalid-secrets':
    'The values were sealed for another key or another application. Reload the page; the element then fetches the key anew.',
  'invalid-amount':
    'Mint the token with a decimal string such as `"42.00"`: more than 0, at most 999,999.99, in the currency of the account.',
  'device-not-connected':
    'Look at the terminal: power, network, the “Running...” notice. It needs up to a minute after a restart.',
  'rate-limited': 'Wait as long as `Retry-After` says. The limits are options of the BFF (`limits`).',
  'internal-error':
    'Look for the `requestId` in the log of the BFF. Reads may be repeated; a start may be repeated with the same key.',
  'upstream-refused':
    'The service refused the request of the BFF, usually because the API key is revoked or lacks the right. The log names the code.',
  'store-restored':
    'The ledger was restored from a copy and does not know later charges; nothing was started. The operator compares it with the charges of the payment service, and ends the hold: `npx tapboard reconcile --release`.',
  'store-unavailable':
    'The ledger is unavailable; nothing was started. The BFF reconnects automatically; `/health/ready` shows its state.',
  'upstream-unavailable':
    'The service is unavailable; nothing was started. Reads are retried automatically; start again later.',
  'too-many-streams':
    'This process has reached its limit of streams. The element polls meanwhile; add a process or raise `limits.streams`.',
  draining: 'This process is stopping. The element reconnects to another one after `Retry-After`.',
}

const LOCAL: Readonly<Record<LocalCode, readonly [means: string, advice: string]>> = {
  'bff-url-invalid': [
    '`bff-url` is missing or not a URL',
    'Set the attribute `bff-url` to the address of your BFF, absolute or relative to the page.',
  ],
  'get-token-missing': [
    '`getToken` is missing',
    'Set the property `getToken` to a function that asks your server; two seconds after the element is in the page it counts as forgotten.',
  ],
  'token-unreachable': [
    '`getToken` could not reach your server',
    'The network is gone, your server is down, or it took more than 20 seconds. The element tries again by itself.',
  ],
  'token-unauthorized': [
    'Your server refused the token: 401 or 403',
    'The person is signed out or has no right to this page: offer a way to sign in. The element tries again by itself.',
  ],
  'token-unavailable': [
    'Your server is not ready, or the BFF behind it',
    'It answered 5xx, or something that is no JSON (the page of a gateway or of a sign-in). Look at its log. The element tries again by itself.',
  ],
  'token-limited': [
    'Too many requests for tokens: 429',
    'The limit of the BFF is `limits.mint`; pass its status and `Retry-After` on. The element waits that long and tries again by itself.',
  ],
  'token-refused': [
    '`getToken` gave no token: a mistake in the page',
    'The message says what came instead. Let `tokenFrom` ask your server, or throw where `response.ok` is false. The element does not try again by itself.',
  ],
  'insecure-context': [
    'The page is not a secure context',
    'Serve it by https, or from localhost: keys that cannot leave the page exist only there.',
  ],
  'property-invalid': [
    'A property holds something that it cannot',
    'The message names the property and its allowed values.',
  ],
  'language-missing': [
    'The words of a language did not come',
    'Put the folder `languages` beside the one-file build, and compare its hashes where you hold files to them. The element speaks English meanwhile.',
  ],
  network: [
    'The BFF cannot be reached',
    'Open the address of `bff-url` in the browser. If it answers, look at the policy of the page (`connect-src`) and the origins of the BFF.',
  ],
  'button-covered': [
    'A page of another site frames yours, and the button was not visible',
    'Nothing was sent. Let that page put nothing over the frame and not make it transparent, or open yours in a window of its own. See [clickjacking](/docs/security/#residual-risks).',
  ],
  'queue-over': [
    'A charge waited five minutes for its busy terminal',
    'Nothing was sent. Charge again, or choose another terminal.',
  ],
  'queue-left': [
    'The page was hidden for a minute while a charge waited for its terminal',
    'Nothing was sent. Charge again; a till that waits stays visible.',
  ],
  'bad-answer': [
    'Something answered that is not the BFF',
    'Most often a proxy or a sign-in page answers in its place. Look at the answer in the network panel.',
  ],
}

const SERVICE: Readonly<Record<ServiceErrorCode, string>> = {
  INVALID_REQUEST:
    'A member is missing or wrong; the message names it. 409 where a serial number or an external ID was used before, 404 for an unknown path, 413 for a body over 64 KiB.',
  UNAUTHORIZED: 'The API key is invalid, revoked or of another environment.',
  DEVICE_NOT_FOUND: 'No device of this account has the ID.',
  TRANSACTION_FAILED:
    'The terminal is not connected or busy (409), or was lost while starting (502). Nothing says that no card was charged once a session exists: read it.',
  Session_not_found: 'No session of this account has the ID. The spelling is the specification’s.',
}

const BOARDING: Readonly<Record<BoardingErrorCode, string>> = {
  AccessDenied: 'The key may not board, or a production key names a sandbox account.',
  ValidationError: 'One message for each wrong field, each beginning with the field’s path.',
  InvalidTier: 'No tier of this name is on offer for the key; names are compared exactly.',
  InvalidToken:
    'The token of the terms is missing, used, older than 24 hours, or was given for another plan or applicant. Read the terms again and let the person agree.',
  DuplicateApplication:
    'The token was used by another application. Look that application up before you send anything.',
  NotFound: 'No application of this account has the ID.',
  InternalError: 'The end of the submission is unknown. Look it up; never submit again by itself.',
}

/** The text of `<terminal-pay>` for a code. */
const paySays = (code: string): string =>
  PAY_PROBLEMS[isSetup(code) ? 'setup' : code] ?? PAY_PROBLEMS['otherwise'] ?? ''

/** The text of `<merchant-apply>` for a code. */
const applySays = (code: string): string =>
  isSetup(code) || code === 'boarding-not-configured'
    ? APPLY.unset
    : (APPLY.refusals[code] ?? APPLY.refusals['otherwise'] ?? '')

/** Codes between servers; no page gets them. */
const SERVERS_ONLY: readonly string[] = ['host-unauthorized', 'signature-invalid', 'application-not-found']
/** The visible effect of codes that an element detects, if it has no sentence of its own. */
const SEEN_LOCAL: Readonly<Partial<Record<LocalCode, string>>> = {
  'language-missing': 'The element in English.',
  'property-invalid': 'Nothing: the property is left aside.',
}

/** Codes that an element handles silently. */
const SILENT: Readonly<Record<string, string>> = {
  'token-expired': 'nothing; a new token is fetched',
  'dpop-nonce': 'nothing; the request is repeated with the new nonce',
  'sale-open': 'the open sale, as if the page had been reloaded',
  'order-already-paid': 'the approved sale',
  'too-many-streams': '“' + PAY.noNews('10:42:07') + '”',
  draining: '“' + PAY.unsentYet + '”',
  'draft-changed': '“' + APPLY.changed + '”',
  'application-closed': 'the status of the application',
  'application-in-doubt': 'that it may have been received and must not be sent again',
  'invalid-application': 'the message at each field, and all of them in the summary',
}

function operationsOf(code: string): readonly (readonly [string, Route])[] {
  return Object.entries<Route>(web.WEB_ROUTES).filter(([, { errors }]) => errors.includes(code))
}

function seen(code: ProblemCode): string {
  const silent = SILENT[code]
  if (SERVERS_ONLY.includes(code)) return 'Nothing: this is between servers.'
  if (silent !== undefined) return `${silent.charAt(0).toUpperCase()}${silent.slice(1)}.`
  const used = operationsOf(code)
  const applies = used.length === 0 || used.some(([, { auth }]) => auth === 'apply')
  const pays =
    used.length === 0 || used.some(([, { auth }]) => !['apply', 'desk', 'host', 'none'].includes(auth))
  return [
    ...(pays ? [`“${paySays(code)}” in \`<terminal-pay>\``] : []),
    ...(applies ? [`“${applySays(code)}” in \`<merchant-apply>\``] : []),
  ].join(', ')
}

/** Every problem code of the BFF. */
export const problemCatalogue = (): string =>
  Object.entries(PROBLEMS)
    .map(([code, [status, title]]) => {
      const used = operationsOf(code)
      return [
        `### ${code}`,
        markdownTable(
          ['', ''],
          [
            ['Means', `${title} (${status})`],
            ['The person sees', seen(code as ProblemCode)],
            ['You do', ADVICE[code as ProblemCode]],
            [
              'Given by',
              used.length === 0
                ? 'any operation'
                : used
                    .map(
                      ([name, { method, path }]) =>
                        `[\`${name}\`](/docs/bff/#${`${method} ${path}`
                          .toLowerCase()
                          .replace(/[^a-z0-9]+/g, '-')
                          .replace(/-$/, '')})`,
                    )
                    .join(', '),
            ],
          ],
        ),
      ].join('\n\n')
    })
    .join('\n\n')

const localSays = (code: string): string =>
  `“${paySays(code)}” in \`<terminal-pay>\`, “${isSetup(code) ? APPLY.unset : APPLY.unreached}” in \`<merchant-apply>\``

/** Codes that an element reports by itself. */
export const localCatalogue = (): string =>
  Object.entries(LOCAL)
    .map(([code, [means, advice]]) =>
      [
        `### ${code}`,
        markdownTable(
          ['', ''],
          [
            ['Means', means],
            ['The person sees', SEEN_LOCAL[code as LocalCode] ?? localSays(code)],
            ['You do', advice],
          ],
        ),
      ].join('\n\n'),
    )
    .join('\n\n')

const codes = (statuses: Readonly<Record<string, number>>, texts: Readonly<Record<string, string>>): string =>
  markdownTable(
    ['Code', 'Status', 'Meaning'],
    Object.entries(statuses).map(([code, status]) => [`\`${code}\``, String(status), texts[code] ?? '']),
  )

/** Codes of the cloud terminal API. */
export const serviceCatalogue = (): string => codes(SERVICE_ERRORS, SERVICE)

/** Codes of the boarding API. */
export const boardingCatalogue = (): string => codes(BOARDING_ERRORS, BOARDING)
