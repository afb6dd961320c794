// The server of the start-up section: an empty host page, the scripts compressed as in production, and both APIs, over real
// loopback HTTP and from one origin. It records the requests.
import { brotliCompressSync } from 'node:zlib'
import { DESK_PAGE, type Desk } from '@tapboard/contract'
import { openServer } from '../common/server.ts'
import { deskRow, ScriptedDesk } from '../../../packages/elements/src/testing/scripted-desk.ts'
import { APPLY_PAGE } from '../../../packages/elements/src/testing/scripted-boarding.ts'
import type { BenchPage } from './pages.ts'

/** One request that was made. */
export interface Asked {
  readonly kind: 'script' | 'later' | 'api' | 'other'
  readonly path: string
}

/** A running site. */
export interface Site {
  readonly url: string
  /** The requests since the last call. */
  take(): Asked[]
  close(): Promise<void>
}

const NAMES = ['Front counter', 'Back office', 'Workshop']

/** The answer of the floor's API. */
export const FLOOR_DEVICES = NAMES.map((name, index) => ({ id: `d${index}`, name }))

/** The answer of the BFF: an order and three terminals. */
export const CHECKOUT = {
  merchant: { id: 'bench', name: 'Bench Repairs' },
  environment: 'sandbox',
  order: 'R-1042',
  amountMinor: 4200,
  currency: 'USD',
  devices: NAMES.map((name, index) => ({
    id: `dev_0123456789abcdefghijklmno${index}`,
    name,
    make: 'A920',
    serialEnding: `${4240 + index}`,
    status: 'CONNECTED',
    ageMs: 300,
  })),
  sale: null,
  nextAttempt: 1,
  features: { cancel: true, details: true },
  nowMs: 1_800_000_000_000,
}

const DAY_ROWS = Array.from({ length: DESK_PAGE }, (_, number) => deskRow(number))

/** The answer of the BFF for a manager: a day of one page of sales. */
const DESK: Desk = {
  ...new ScriptedDesk(DAY_ROWS).frame(),
  merchant: { id: 'bench', name: 'Bench Repairs' },
  environment: 'sandbox',
  currency: 'USD',
  person: 'mia',
  rights: ['view', 'resolve', 'refund'],
  timeZone: 'America/New_York',
}

/** The answer of the floor's API for the same day, ready to show. */
const FLOOR_ROWS = DAY_ROWS.map(({ id, order, amountMinor, state, card }) => ({
  id,
  time: '12:42',
  order,
  amount: `$${(amountMinor / 100).toFixed(2)}`,
  state: state === 'approved' ? 'Approved' : 'Declined',
  card: card?.slice(-4) ?? '',
}))

const HOST_PAGE =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>host</title>' +
  '<body style="margin:16px;font:16px system-ui"><main id="mount"></main></body></html>'

const JSON_TYPE = 'application/json'

/** Serves the host page at `/`, script `n` at `/n.js`, page `n` as a whole at `/n.html`, and `api`: path → answer. */
export async function openSite(
  pages: readonly BenchPage[],
  api: Readonly<Record<string, unknown>> = {},
): Promise<Site> {
  const files = new Map<
    string,
    { readonly type: string; readonly body: Buffer; readonly kind: Asked['kind'] }
  >()
  const put = (path: string, type: string, text: string, kind: Asked['kind']): void =>
    void files.set(path, { type, body: brotliCompressSync(text), kind })
  put('/', 'text/html', HOST_PAGE, 'other')
  put('/favicon.ico', 'image/x-icon', '', 'other')
  pages.forEach(({ script, later, markup, minted }, index) => {
    for (const [name, code] of later) put(`/${name}`, 'text/javascript', code, 'later')
    put(`/${index}.js`, 'text/javascript', script, 'script')
    const answer = `async () => (${JSON.stringify(minted)})`
    const whole = HOST_PAGE.replace(
      '<body',
      // As the README of the elements advises.
      '<style>terminal-pay{display:block;min-block-size:28rem}merchant-apply{display:block;min-block-size:34rem}</style><body',
    ).replace(
      '</main>',
      `${markup}</main><p>What the shop says below.</p>` +
        `<script>document.querySelector('#mount>*').getToken = ${answer}</script>` +
        `<script type="module" src="/${index}.js"></script>`,
    )
    put(`/${index}.html`, 'text/html', whole, 'other')
  })
  put('/bff/v1/checkout', JSON_TYPE, JSON.stringify(CHECKOUT), 'api')
  put('/bff/v1/application', JSON_TYPE, JSON.stringify(APPLY_PAGE), 'api')
  put('/bff/v1/desk', JSON_TYPE, JSON.stringify(DESK), 'api')
  put('/bff/v1/desk/events', 'text/event-stream', '', 'later')
  put('/floor/devices', JSON_TYPE, JSON.stringify(FLOOR_DEVICES), 'api')
  put('/floor/rows', JSON_TYPE, JSON.stringify(FLOOR_ROWS), 'api')
  for (const [path, answer] of Object.entries(api)) put(path, JSON_TYPE, JSON.stringify(answer), 'api')

  let asked: Asked[] = []
  const { url, close } = await openServer((request, response) => {
    const [path = '/'] = (request.url ?? '/').split('?')
    const file = files.get(path)
    asked.push({ kind: file?.kind ?? 'other', path })
    if (file === undefined) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, {
      'content-type': file.type,
      'content-encoding': 'br',
      'content-length': file.body.length,
      'cache-control': 'no-store',
      'dpop-nonce': 'bench-nonce-9876543210',
    })
    response.end(file.body)
  })
  return {
    url,
    close,
    take() {
      const taken = asked
      asked = []
      return taken
    },
  }
}
