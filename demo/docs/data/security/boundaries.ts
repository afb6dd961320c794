// The picture of the trust boundaries: zones, boxes, and the numbered connections that cross a boundary, each with its defence.
import { section, test, type Holder } from './checklist.ts'
import {
  FIELD_PAGE,
  FRAME_MESSAGES,
  HOSTILE_FUNCTIONS,
  ISOLATION,
  KEY_PLACE,
  ORIGINS,
  PROOFS,
  SAFETY,
  TLS,
  TOKEN_SCOPE,
} from './holders.ts'

/** A rectangle of the picture. */
export interface Place {
  readonly id: string
  readonly label: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Parts in which one party decides: a boundary is the border of a zone. */
export const ZONES: readonly Place[] = [
  { id: 'browser', label: 'Browser of customer or clerk', x: 10, y: 10, width: 250, height: 250 },
  { id: 'shop', label: 'Your server', x: 10, y: 300, width: 250, height: 90 },
  { id: 'operator', label: 'Operator of the BFF', x: 330, y: 10, width: 170, height: 250 },
  { id: 'upstream', label: 'Payment service', x: 570, y: 10, width: 170, height: 250 },
  { id: 'counter', label: 'Counter', x: 570, y: 300, width: 170, height: 90 },
]

export const BOXES: readonly Place[] = [
  { id: 'page', label: 'your page', x: 35, y: 50, width: 200, height: 44 },
  { id: 'element', label: 'element', x: 35, y: 128, width: 200, height: 44 },
  { id: 'field', label: 'isolated field', x: 35, y: 200, width: 200, height: 44 },
  { id: 'server', label: 'shop', x: 35, y: 332, width: 200, height: 44 },
  { id: 'bff', label: 'BFF', x: 355, y: 128, width: 120, height: 44 },
  { id: 'store', label: 'ledger', x: 355, y: 200, width: 120, height: 44 },
  { id: 'service', label: 'service', x: 595, y: 128, width: 120, height: 44 },
  { id: 'terminal', label: 'terminal', x: 595, y: 332, width: 120, height: 44 },
]

/** A connection across a boundary. */
export interface Boundary {
  readonly number: number
  readonly from: string
  readonly to: string
  readonly crosses: string
  /** Who may sit on the other side, or between. */
  readonly attackers: string
  readonly defence: string
  readonly holders: readonly Holder[]
}

export const BOUNDARIES: readonly Boundary[] = [
  {
    number: 1,
    from: 'page',
    to: 'element',
    crosses: 'attributes, getToken, events',
    attackers: 'hostile script of the page',
    defence:
      'None inside one origin: script of the page acts as the page. Amount, order and terminals are in the token, and the key of the page cannot be copied.',
    holders: [
      TOKEN_SCOPE,
      test('packages/elements/src/shared/proof.test.ts', 'the thumbprint is that of RFC 7638'),
      HOSTILE_FUNCTIONS,
    ],
  },
  {
    number: 2,
    from: 'element',
    to: 'field',
    crosses: 'verdict and sealed text, through a port',
    attackers: 'hostile script of the page',
    defence: 'The field has an opaque origin, contacts nothing and seals the number itself.',
    holders: [ISOLATION, FIELD_PAGE, FRAME_MESSAGES],
  },
  {
    number: 3,
    from: 'element',
    to: 'bff',
    crosses: 'token, proof, sealed application; state of the sale',
    attackers: 'network, another site, another merchant',
    defence:
      'TLS, exact origins, a signed token for one thing, a proof for each request, limits for each page.',
    holders: [PROOFS, ORIGINS, TOKEN_SCOPE],
  },
  {
    number: 4,
    from: 'page',
    to: 'server',
    crosses: 'the wish for a token',
    attackers: 'customer, another site',
    defence: 'Your session decides who pays which order. The amount is your own.',
    holders: [test('demo/host/app.test.ts', 'the amount of a token comes from the order, not from the page')],
  },
  {
    number: 5,
    from: 'server',
    to: 'bff',
    crosses: 'host secret and grants; signed webhooks back',
    attackers: 'network, guessing of secrets',
    defence:
      'TLS, constant-time comparison, slowed guesses, signatures with a time, no secret accepted from a page.',
    holders: [
      test('packages/bff/src/http/refusal-log.test.ts', 'D-141 wrong host secrets are slowed per network'),
      test('packages/bff/src/durable/outbox/signature.test.ts', 'rejects a webhook with'),
    ],
  },
  {
    number: 6,
    from: 'bff',
    to: 'store',
    crosses: 'sales, applications, sealed keys and drafts',
    attackers: 'insider with the database',
    defence:
      'Keys, drafts and tokens are sealed under `secret`. Events are a chain; heads that are kept elsewhere reveal removals.',
    holders: [
      test('packages/bff/src/token/rotation.test.ts', 'another public key in the database verifies no token'),
      section('audit', 'Limits'),
    ],
  },
  {
    number: 7,
    from: 'bff',
    to: 'service',
    crosses: 'API key, sale, application',
    attackers: 'network, a faulty or hostile upstream',
    defence:
      'TLS with verified certificates, no redirects, one send for each attempt. No answer is trusted that contradicts itself or the sale.',
    holders: [TLS, KEY_PLACE, SAFETY, test('test/faults/hostile-reads.test.ts', 'P54')],
  },
  {
    number: 8,
    from: 'service',
    to: 'terminal',
    crosses: 'prompt, result; the card stays in the terminal',
    attackers: 'network of the shop, a false terminal',
    defence: 'A one-time code pairs the terminal, then a key of its own; codes allow few tries.',
    holders: [
      test('packages/service/src/terminal/terminal.test.ts', 'a terminal cannot change another device'),
      test(
        'packages/service/src/terminal/terminal.test.ts',
        'D-28 a code is invalid after 100,000 wrong ones',
      ),
    ],
  },
]
