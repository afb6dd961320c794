// Tests and sections that several requirements name.
import { section, test } from './checklist.ts'

const BFF = 'packages/bff/src'
const SERVICE = 'packages/service/src'

export const HEADERS = test(
  `${BFF}/http/headers.test.ts`,
  'P30 ${name} answers by its row and forbids caching, sniffing and framing',
)
export const SERVICE_HEADERS = test(
  `${SERVICE}/app/docs.test.ts`,
  'every answer forbids caching, framing and sniffing; none allows other origins',
)
export const NO_DANGEROUS_CALLS = test(
  'test/architecture/dangerous-calls.test.ts',
  'published code runs no text as code, markup or command, and uses no weak primitive',
)
export const HOSTILE_TEXTS = test(
  'test/hostile/input.test.ts',
  'P50 stores a hostile text in any field of ${place.name} unchanged or rejects it with a sentence',
)
export const HOSTILE_BODIES = test(
  'test/hostile/bff-bodies.test.ts',
  'P50 no generated body for ${place.name} causes a 5xx, and the schema decides refusals',
)
export const HOSTILE_STRINGS = test(
  'packages/elements/src/testing/attack/markup.browser.ts',
  'stay texts in ${name}',
)
export const HOSTILE_FUNCTIONS = test(
  'packages/elements/src/testing/attack/hostile-functions.browser.ts',
  'that ${name} starts one sale and shows no approval',
)
export const NO_REGULATED_MEMORY = test(
  'test/faults/memory.test.ts',
  'P40 no regulated value is reachable in the memory of the ${name} after a submission',
)
export const COVERED_BUTTON = test(
  'packages/elements/src/terminal-pay/framed.browser.ts',
  'of another site starts nothing under an overlay, and starts the sale after it',
)
export const FORGED_MESSAGES = test(
  'packages/elements/src/testing/attack/messages.browser.ts',
  'accept no terms',
)
export const SERVICE_WORKER = test(
  'test/journeys/service-worker.test.ts',
  'a service worker that alters the amount is refused, and the sale has the amount of the order',
)
export const REMOVED_ELEMENT = test(
  'test/journeys/page-memory.test.ts',
  'the page of a sale holds no token and no proof after its element is removed',
)
export const HOSTILE_LINKS = test('packages/elements/src/testing/attack/links.browser.ts', 'show no frame of')
export const REBINDING = test('test/faults/rebinding.test.ts', 'a name that resolves to this machine in')
export const PLAIN_PATHS = test(
  'packages/server/src/node-listener.test.ts',
  'D-150 refuses a path that the URL parser would change',
)
export const NO_SECRET_ANYWHERE = test(
  'test/hostile/requests.test.ts',
  'P20 no answer, log line or metric of ${REQUESTS} generated requests contains a key or a secret',
)
export const BAD_INPUT = test(
  `${BFF}/http/bad-input.test.ts`,
  'P50 rejects each member of ${what} that is missing, of a wrong type or too long',
)
export const UNKNOWN_MEMBERS = test(`${BFF}/http/bad-input.test.ts`, 'P50 names an unknown member of ${what}')
export const PLAIN_FORMS = test(
  `${BFF}/http/origin.test.ts`,
  'P26 refuses text/plain and form bodies, so a form cannot start a sale',
)
export const ORIGINS = test(
  `${BFF}/http/origin.test.ts`,
  'P26 refuses a page whose origin is ${what}, without CORS headers',
)
export const TOKEN_CLAIMS = test(`${BFF}/token/refused-tokens.test.ts`, 'P21 a token that ${what} is refused')
export const TOKEN_SCOPE = test(
  `${BFF}/token/refused-tokens.test.ts`,
  'P21 a token is refused for another ${what} than it was made for',
)
export const TOKEN_FORGERY = test(
  `${BFF}/token/refused-tokens.test.ts`,
  'P24 a token with ${what} is refused',
)
export const TOKEN_PLACE = test(
  `${BFF}/token/refused-tokens.test.ts`,
  'P24 ignores a token in a query, a cookie or a body',
)
export const PROOFS = test(`${BFF}/token/dpop.test.ts`, 'P22 a proof that ${what} is refused')
export const USED_PROOFS = test(
  `${BFF}/token/used-proofs.test.ts`,
  'P22 a recorded request of ${name} is refused at another instance and after a restart',
)
export const SHARES = test(`${BFF}/http/fairness.test.ts`, 'INV-17')
export const STARTS_LIMITED = test(`${BFF}/sale/http/routes.test.ts`, 'P28 refuses a sixth new sale')
export const SMUGGLING = test(
  `${BFF}/app/hosts/hosts.test.ts`,
  'P52 never reads a smuggled request as a request',
)
export const SLOW_CLIENTS = test('test/faults/slow.test.ts', 'P52')
export const REFUSAL_LOG = test(
  `${BFF}/http/refusal-log.test.ts`,
  'D-141 a refused request is one log line with source, merchant, key, request ID and reason',
)
export const GUESSES = test(
  `${BFF}/http/refusal-log.test.ts`,
  'D-141 wrong host secrets are slowed per network',
)
export const DASHBOARD_LOG = test(
  `${SERVICE}/dashboard/sign-in.test.ts`,
  'D-141 a refused request of the dashboard is a log line with its source',
)
export const LOG_LIST = test(
  `${BFF}/observe/log.test.ts`,
  'P42 drops unlisted fields, objects and long texts',
)
export const LOG_LINES = test(`${BFF}/observe/log.test.ts`, 'one line holds one record with its time in UTC')
export const AUDIT_LINES = test(
  `${BFF}/http/audit-lines.test.ts`,
  'D-147 a minted token is one log line with merchant, key, terms and source',
)
export const AUDIT_CHAIN = test(
  `${BFF}/durable/audit-log.test.ts`,
  'D-147 the audit names ${name} of the audit log',
)
export const PROXY_TLS = test('test/proxies/support/tls.ts', '${kind}: accepts TLS 1.2 and 1.3 only')
export const PROXY_FLOWS = test(
  'test/proxies/support/flows.ts',
  '${kind}: a sale is paid over ${protocol}, at a terminal behind the same proxy',
)
export const PROXY_SMUGGLING = test(
  'test/proxies/support/smuggling.ts',
  '${kind}: ${inputs.length} ambiguous requests of ${name} smuggle none',
)
export const SPOOFED = test(
  'test/proxies/support/paths.ts',
  '${kind}: no header over ${protocol} changes address, ID or URL of a request',
)
export const SAFETY = test(`${BFF}/app/safety-rules.test.ts`, 'D-138')
export const SERVICE_SAFETY = test(`${SERVICE}/cli/program.test.ts`, 'D-138 refuses an unencrypted database')
export const CIPHERS = test(
  'packages/store/src/crypto/crypto.test.ts',
  'decrypts only with the same key, nonce and additional data',
)
export const DIGESTS = test('packages/store/src/crypto/crypto.test.ts', 'both digest modules compute')
export const SIGNING_KEYS = test(
  `${BFF}/token/signing-key.test.ts`,
  'an opened ${purpose.name} cannot be exported, and its public half carries no private member',
)
export const ROTATION = test(
  `${BFF}/token/secret-rotation.test.ts`,
  'D-139 a rotation of the secret on two instances refuses no request',
)
export const TLS = test(
  'test/faults/tls.test.ts',
  'sends no byte and no key to an upstream with an untrusted CA',
)
export const PRIVATE_CA = test(
  'test/faults/tls.test.ts',
  'connects to an upstream with a private CA that Node trusts',
)
export const KEY_PLACE = test(
  `${BFF}/upstream/terminal/client.test.ts`,
  'sends the key only to the configured address and follows no redirect',
)
export const CANARIES = test('test/faults/submit-canary.test.ts', 'P40')
export const BROWSER_SECRETS = test(
  'packages/elements/src/merchant-apply/submit.browser.ts',
  'P45 a received application leaves no secret in the page',
)
export const BROWSER_KEYS = test('test/journeys/keys-in-browser.test.ts', 'P20')
export const PAGE_POLICY = test('test/packed/strict.test.ts', 'P31')
export const ISOLATION = test(
  'test/journeys/apply-isolated.test.ts',
  'a hostile page in ${engine} reads an isolated field in none of 21 ways',
)
export const FIELD_PAGE = test(`${BFF}/application/seal/field-page.test.ts`, 'D-142')
export const FRAME_MESSAGES = test('packages/elements/src/merchant-apply/terms-frame.test.ts', 'D-66')
export const FORMULAS = test('packages/elements/src/terminal-desk/export.test.ts', 'D-126')
export const MONEY = test('packages/contract/src/money.test.ts', 'P51')
export const LEDGER_RULES = test(
  `${BFF}/sale/machine/machine-rules.test.ts`,
  'rule ${rule} takes a sale from ${from}: ${wanted}',
)
export const ONE_SALE = test('test/cluster/one-sale.test.ts', 'P1')
export const SOURCE_ADDRESS = test(
  'packages/server/src/client-address.test.ts',
  'D-64 the address of the caller is the one seen by the trusted proxies',
)
export const UNIFORM_ERRORS = test(`${BFF}/http/headers.test.ts`, 'P29')
export const TARBALLS = test('test/packed/contents.test.ts', 'has the published files only')
export const VULNERABILITIES = test(
  'test/release/judge-audit.test.ts',
  'a high or critical vulnerability fails, a lower one is listed',
)
export const BILLS = test('test/release/readiness.test.ts', 'lists the package and its dependencies')

/** Signing in to the dashboard. */
const SIGN_IN = `${SERVICE}/dashboard/sign-in.test.ts`
export const COOKIE = test(SIGN_IN, 'the cookie is __Host-, Secure, HttpOnly and Strict on https')
export const SESSION_ENDS = test(SIGN_IN, 'a session ends by signing out')
export const OTHER_SITES = test(SIGN_IN, 'cross-site requests are rejected before the session is read')
export const BRUTE_FORCE = test(SIGN_IN, 'brute force')
export const LINK_ONCE = test(SIGN_IN, 'D-112 a link sets the password once')
export const PASSWORD_CHANGE = test(SIGN_IN, 'changing the password needs the current one')
export const PASSWORD_RULES = test(
  SIGN_IN,
  'rejects short, long, repeated and well-known passwords, and the names of person and account',
)
export const PASSWORD_HASH = test(SIGN_IN, 'a hash has its own salt and parameters')
export const NEW_LINK = test(SIGN_IN, 'a new set-up link replaces the password and ends every session')
export const DASHBOARD_BODIES = test(
  `${SERVICE}/dashboard/routes.test.ts`,
  'every changing route rejects another site, a large body and unknown members',
)
export const DASHBOARD_ANSWERS = test(
  `${SERVICE}/dashboard/routes.test.ts`,
  'no answer contains a regulated value, a part of one, a hash or a secret',
)
export const PASSKEYS = test(
  `${SERVICE}/dashboard/passkeys.test.ts`,
  'D-125 refuses false answers of an authenticator, and a challenge is used up',
)

export const ASSETS = section('security', 'Assets')
export const CONNECTIONS = section('security', 'Connections')
export const KEYS = section('security', 'Keys and algorithms')
export const TOKEN_KINDS = section('tokens', 'Kinds')
export const DASHBOARD_SECURITY = section('dashboard', 'Security')
export const LOG_SECTION = section('metrics', 'Log')
export const PROXY_SECTION = section('mount', 'Behind a reverse proxy')
