// The catalogue of errors in words for developers: every code that a program, a server or an element of Tapboard reports, with the
// advice. The page of the BFF (`GET /v1/errors`), the commands `tapboard explain` and `tapboard-service explain`, and the documentation derive from it. No module of a
// browser imports it. A code without advice does not compile.
import type { BoardingErrorCode } from './application/boarding-errors.ts'
import type { ServiceErrorCode } from './errors.ts'
import type { ProblemCode } from './problem.ts'

/** Advice about each problem code of the BFF. */
export const PROBLEM_ADVICE: Readonly<Record<ProblemCode, string>> = {
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
    'Only a sale that the payment service approved with a reference can be refunded, and only with a key of the account that charged it. Refund any other one in the merchant portal.',
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
    'The ledger was restored from a copy and does not know later charges; nothing was started. The operator compares it with the charges of the payment service, and ends the hold: `npx tapboard reconcile --release`. For an application: nothing was sent; the operator compares it with the list of the boarding service, then runs `npx tapboard restore --release-applications`.',
  'store-unavailable':
    'The ledger is unavailable; nothing was started. The BFF reconnects automatically; `/health/ready` shows its state. If a command reports it, check the URL of the store, and whether the database runs and accepts this user.',
  'upstream-unavailable':
    'The service is unavailable; nothing was started. Reads are retried automatically; start again later.',
  'too-many-streams':
    'This process has reached its limit of streams. The element polls meanwhile; add a process or raise `limits.streams`.',
  draining: 'This process is stopping. The element reconnects to another one after `Retry-After`.',
}

/** Each code that an element reports by itself: its meaning and the advice. */
export const ELEMENT_FAULTS = {
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
} as const satisfies Readonly<Record<string, readonly [means: string, advice: string]>>

/** Each code of a program on the command line: its meaning and the advice. */
export const PROGRAM_FAULTS = {
  'config-invalid': [
    'An option or an environment variable has a value that the program cannot use',
    'The message names the option or variable and its rule. For the BFF, `npx tapboard-bff --check` judges all of them without a start, `npx tapboard doctor` also asks the payment service.',
  ],
  'port-in-use': [
    'Another program listens on the port',
    'Stop that program, or choose another port with `TAPBOARD_PORT`.',
  ],
  'port-refused': [
    'The system does not let this user open the port',
    'Choose a port above 1023, or let a reverse proxy listen on the lower one.',
  ],
  'store-url-invalid': [
    'The URL of the store has an unknown scheme or form',
    'Use `file:path/to/ledger.db`, `file::memory:` for a trial, or `postgres://user:password@host:port/database`.',
  ],
  'store-package-missing': [
    'The package of the database is not installed',
    'A file needs `npm install better-sqlite3@13`, PostgreSQL `npm install pg@8`: install one beside the package of the server.',
  ],
  'store-closed': [
    'The program used a store after it closed it',
    'Close the store after the server, and never while requests run.',
  ],
  'migration-needed': [
    'The tables are older than the program, and its database user may not change them',
    'Run `npx tapboard migrate` (BFF) or `npx tapboard-service migrate` as a user that may.',
  ],
  'migration-newer': [
    'The tables are of a later version that this program cannot read',
    'Run the later version again, or restore the copy that was made before the upgrade.',
  ],
  'migration-mismatch': [
    'The tables are not those that this program made',
    'The URL probably names a database of another program: give the BFF and the service a database each.',
  ],
  'backup-refused': [
    'The copy or the restore was refused, and nothing was changed',
    'The message says why: a copy never overwrites a file, and a restore needs a place without a store.',
  ],
  'command-invalid': [
    'The command or one of its options is not valid, and nothing was done',
    'The message names it. The option `--help` lists all commands with their options.',
  ],
  'folder-not-empty': [
    'The folder for a new project has files in it, and nothing was written',
    'Name another folder, or move the files away. A folder with nothing but a repository is accepted.',
  ],
  'start-failed': [
    'The program could not start, for a reason without a code of its own',
    'The message says why. `npx tapboard doctor` examines configuration, store, payment service and origins.',
  ],
  'node-too-old': [
    'The program needs a later version of Node',
    'Install the version that the message names. `npm install node@24` puts one into the folder, for `npx` and scripts of npm.',
  ],
  'telemetry-package-missing': [
    'An address for traces or metrics is set, but the packages of OpenTelemetry are not installed',
    '`npm install @opentelemetry/api @opentelemetry/sdk-node`, or remove the variable `OTEL_EXPORTER_OTLP_ENDPOINT`.',
  ],
  'data-key-invalid': [
    'The data key of the service is missing, malformed, or not the one that sealed the values',
    'Set `TAPBOARD_SERVICE_DATA_KEY` to the same key as before: 32 bytes in base64. After a restore, the key that belongs to the copy.',
  ],
  'name-unknown': [
    'The store has nothing of this name or ID',
    'The commands that end with `list` print the names and IDs. Check also that the command reads the store that you mean.',
  ],
  'name-taken': ['The name or the serial number is in use', 'Choose another one, or use the existing entry.'],
  'change-refused': [
    'A rule forbids this change, and nothing was changed',
    'The message names the rule, for example: a decision about an application is final, and an account keeps one owner.',
  ],
  'not-healthy': [
    'The server did not answer the question about its health with 200',
    'Without an answer, the process is not running, or it listens on another port or address. With 503, its log and `npx tapboard doctor` say what is missing. See [troubleshooting](/docs/troubleshooting/).',
  ],
  'ledger-missing': [
    'The store has no tables of a ledger',
    'Check `TAPBOARD_STORE_URL`. A new ledger is created by the first start of the BFF, or by `npx tapboard migrate`.',
  ],
  'ledger-broken': [
    'The record of a sale or an application does not hold: rows are missing, changed or out of order',
    'Keep the store as it is and copy it before you do anything else. Compare the named sales with the charges of the payment service. See [audit](/docs/audit/).',
  ],
  'audit-incomplete': [
    'The ledger was not read to its end, so nothing is known about the rest of it',
    'Run the command again. If a thread ended because memory was short, use fewer with `--workers`.',
  ],
  'heads-invalid': [
    'The file of heads cannot be read, or is not the output of `tapboard-bff audit heads`',
    'Pass the file that `headsFile` or `audit heads` wrote, unchanged.',
  ],
  'charges-differ': [
    'The payment service charged something that the ledger does not know, or calls unpaid',
    'A person settles each named charge. An order with a lost charge is held until `npx tapboard reconcile release EXTERNAL_ID`. See [recovery](/docs/recovery/).',
  ],
  'report-unavailable': [
    'The payment service gave no list of its charges, so nothing was compared and nothing released',
    'Check `TAPBOARD_REPORTING_URL` and the API key. Without a report, compare by hand with the list of the merchant portal.',
  ],
  'clock-differs': [
    'The clock of the database and the clock of this machine are more than 5 s apart',
    'Synchronize both by NTP.',
  ],
  'commits-at-risk': [
    'The store can lose a sale that it has confirmed',
    'Use a file or PostgreSQL with durable commits; the message names the setting. See [recovery](/docs/recovery/).',
  ],
  'merchant-missing': [
    'The store has open sales or other unfinished work of a merchant that is not in the configuration',
    'Put the merchant back until its work is finished: without its key no result is read, and the orders stay locked. Nothing is charged twice. See [runbooks](/docs/runbooks/#a-merchant-is-missing).',
  ],
  'terminal-missing': [
    'The key is valid, but no terminal is registered or connected',
    'Register one with `<terminal-pay setup>` or `npx tapboard-service devices add`, and switch it on.',
  ],
  'plan-missing': [
    'The key may board merchants, but no plan is offered to it',
    'Ask the issuer of the key for a plan. In the service of Tapboard: `npx tapboard-service tiers add`.',
  ],
  'webhook-unreachable': [
    'Nothing answers at the address of the webhook',
    'Start your server, or correct the address. Events are delivered again for 24 hours.',
  ],
  'bff-not-running': [
    'The BFF does not answer at its public URL',
    'Start it, and run the command where that address is reachable. If another program answers, check `TAPBOARD_PUBLIC_URL`, the mount path and the proxy.',
  ],
  'dev-failed': [
    '`tapboard dev` could not start one of its parts',
    'The message names the part. Delete the folder `.tapboard` and the file `.env` to begin anew; both hold test data only.',
  ],
  'unique-violation': [
    'A row with this key exists, most often because two commands ran at once',
    'Run the command again.',
  ],
  'transaction-aborted': [
    'The database ended a transaction, most often because another one had changed the same rows',
    'Run the command again. Nothing of the transaction was stored.',
  ],
  'index-ambiguous': [
    'The program defines two unique indexes that it cannot tell apart',
    'This is a fault of the program: report it with the line of the log.',
  ],
  'nested-use': [
    'The program used a store inside of its own transaction',
    'This is a fault of the program: report it with the line of the log.',
  ],
  'unsafe-integer': [
    'The store holds a number above 2^53, which this program never writes',
    'Another program wrote to the tables: give each program a database of its own.',
  ],
  'notice-invalid': [
    'The program sent a notice that the database cannot carry',
    'This is a fault of the program: report it with the line of the log.',
  ],
} as const satisfies Readonly<Record<string, readonly [means: string, advice: string]>>

/** A code of the catalogue that a command can report. */
export type CommandCode = keyof typeof PROGRAM_FAULTS | keyof typeof ELEMENT_FAULTS | ProblemCode

/** Advice about each code of the cloud terminal API. */
export const SERVICE_ADVICE: Readonly<Record<ServiceErrorCode, string>> = {
  INVALID_REQUEST:
    'A member is missing or wrong; the message names it. 409 where a serial number or an external ID was used before, 404 for an unknown path, 413 for a body over 64 KiB.',
  UNAUTHORIZED: 'The API key is invalid, revoked or of another environment.',
  DEVICE_NOT_FOUND: 'No device of this account has the ID.',
  TRANSACTION_FAILED:
    'The terminal is not connected or busy (409), or was lost while starting (502). Nothing says that no card was charged once a session exists: read it.',
  Session_not_found: 'No session of this account has the ID. The spelling is the specification’s.',
}

/** Advice about each code of the boarding API. */
export const BOARDING_ADVICE: Readonly<Record<BoardingErrorCode, string>> = {
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
