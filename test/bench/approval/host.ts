// The shop's server of the approval section: a page with <terminal-pay> for either deployment, and a plain page without it that polls
// a trivial proxy every two seconds.
import { openServer } from '../common/server.ts'
import type { Deployment } from '../../kit/deployment.ts'
import type { CounterTerminal } from '../../kit/terminal.ts'

/** Poll interval of the plain page. */
export const PLAIN_POLL_MS = 2_000

/** A deployment with the terminal that its pages use. */
export interface Till {
  readonly deployment: Deployment
  readonly deviceId: string
  readonly terminal: CounterTerminal
}

/** The server starts first, because the deployments need its origin. */
interface Host {
  readonly url: string
  /** Serves the scripts by file name, `/<name>/<order>` with <terminal-pay>, and `/plain/<order>` at the deployment that can only be polled. */
  serve(scripts: ReadonlyMap<string, string>, tills: Readonly<Record<string, Till>>, plain: Till): void
  close(): Promise<void>
}

const page = (body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>till</title><body>${body}</body></html>`

const ours = (name: string, order: string, { deployment }: Till): string =>
  page(`<terminal-pay bff-url="${deployment.bffUrl}"></terminal-pay><script>
    document.querySelector('terminal-pay').getToken = async ({ jkt }) =>
      (await fetch('/token/${name}/${order}/' + jkt)).json()
  </script><script type="module" src="/terminal-pay.js"></script>`)

const plainPage = (order: string): string =>
  page(`<button>Start</button><p></p><script>
    document.querySelector('button').onclick = async () => {
      const { sessionId } = await (await fetch('/start/${order}')).json()
      const asking = setInterval(async () => {
        const { status, approvalCode } = await (await fetch('/status/' + sessionId)).json()
        document.querySelector('p').textContent = status + ' ' + (approvalCode ?? '')
        if (approvalCode) clearInterval(asking)
      }, ${PLAIN_POLL_MS})
    }
  </script>`)

/** Opens the server on a free port. */
export async function openHost(): Promise<Host> {
  let answer = async (_path: readonly string[]): Promise<readonly [type: string, body: string]> =>
    Promise.reject(new Error('not serving yet'))
  const { url, close } = await openServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://host').pathname.split('/').slice(1)
    answer(path).then(
      ([type, body]) =>
        response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  return {
    url,
    close,
    serve(scripts, tills, plain) {
      const { deployment, deviceId } = plain
      const proxied = async (to: string, body?: object): Promise<string> => {
        const upstream = await fetch(`${deployment.serviceUrl}${to}`, {
          method: body === undefined ? 'GET' : 'POST',
          headers: { authorization: deployment.secrets.terminalKey, 'content-type': 'application/json' },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        })
        return upstream.text()
      }
      answer = async ([first = '', second = '', third = '', fourth = '']) => {
        const script = scripts.get(first)
        if (script !== undefined) return ['text/javascript', script]
        const till = tills[first]
        if (till !== undefined) return ['text/html', ours(first, second, till)]
        switch (first) {
          case 'favicon.ico':
            return ['image/x-icon', '']
          case 'token': {
            const sale = { kind: 'sale', amount: '42.00', currency: 'USD', devices: 'any', origin: url }
            const minted = await tills[second]?.deployment.mint({ ...sale, order: third, jkt: fourth })
            return ['application/json', JSON.stringify(minted)]
          }
          case 'plain':
            return ['text/html', plainPage(second)]
          case 'status':
            return ['application/json', await proxied(`/v1/Session/${second}`)]
          case 'start': {
            const started = await proxied('/v1/Session/initiate', {
              xCommand: 'cc:sale',
              xAmount: 42,
              xExternalRequestID: second,
              xSoftwareName: 'Plain page',
              xSoftwareVersion: '1.0',
              xDeviceID: deviceId,
            })
            return ['application/json', started]
          }
          default:
            throw new Error(`there is nothing at ${first}`)
        }
      }
    },
  }
}
