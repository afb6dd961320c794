// Request smuggling: no input makes proxy and BFF disagree about the end of a request. Each request that the BFF handles is answered
// once, to its sender, and another client on the same upstream connections gets its own answers all the time.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Deployment } from '../../kit/deployment.ts'
import type { Proxy, ProxyKind } from '../../kit/proxy.ts'
import { until } from '../../kit/until.ts'
import { openBrowser } from './browser.ts'
import { STREAMS, TEXTS } from './corpus.ts'
import { openFrames, openText, type Exchange, type RawAnswer } from './raw.ts'

type Behind = Deployment & { readonly proxy: Proxy }

/** Origins of the other client: an answer to another request has another one. */
export const MARKERS = Array.from({ length: 8 }, (_, index) => `https://marker-${index}.example`)

/** Inputs that are sent at the same time. */
const LANES = 8

/** A request that the BFF handled, from its log. */
interface Handled {
  readonly requestId: string
  readonly route: string
}

const handledBy = ({ bff }: Behind): readonly Handled[] =>
  bff
    .output()
    .split('\n')
    .filter((line) => line.includes('"route":'))
    .map((line) => JSON.parse(line) as Handled)
    // The proxy itself asks for the health.
    .filter(({ route }) => route !== 'getReadiness')

/** The ID of the request to which the BFF gave this answer; `null` for an answer of the proxy itself. */
const idOf = ({ text }: RawAnswer): string | null =>
  /^x-request-id: (\S+)/im.exec(text)?.[1] ?? /"requestId":"([^"]+)"/.exec(text)?.[1] ?? null

type Send<Input> = (proxy: Proxy, input: Input) => Promise<Exchange>

/**
 * Sends each input while the other client asks. The connections stay open until the end of the test: a late answer still reaches
 * its sender.
 */
async function attack<Input>({ proxy, bffUrl }: Behind, inputs: readonly Input[], send: Send<Input>) {
  const exchanges: Exchange[] = []
  const markers: string[] = []
  const other = openBrowser(proxy, 'HTTP/1.1')
  const mark = async (origin: string): Promise<void> => {
    const answer = await other.fetch(`${bffUrl}/.well-known/jwks.json`, { headers: { origin } })
    assert.equal(answer.headers.get('access-control-allow-origin'), origin)
    assert.deepEqual(Object.keys((await answer.json()) as object), ['keys'])
    markers.push(answer.headers.get('x-request-id') ?? '')
  }
  const left = inputs.values()
  const lane = async (origin: string): Promise<void> => {
    for (const input of left) {
      const one = await send(proxy, input)
      exchanges.push(one)
      await one.settle(() => mark(origin))
      await mark(origin)
    }
  }
  await Promise.all(MARKERS.slice(0, LANES).map(lane))
  await other.close()
  return { exchanges, markers }
}

/** The IDs that the senders were answered. */
const answeredBy = (exchanges: readonly Exchange[]): readonly string[] =>
  exchanges.flatMap((one) => one.answers().map(idOf)).filter((id) => id !== null)

/** Registers the tests of smuggling. */
export function testSmuggling(kind: ProxyKind, open: () => Behind): void {
  const testCorpus = <Input>(name: string, inputs: readonly Input[], send: Send<Input>): void => {
    test(`${kind}: ${inputs.length} ambiguous requests of ${name} smuggle none`, async (context) => {
      const deployment = open()
      const before = handledBy(deployment).length
      const { exchanges, markers } = await attack(deployment, inputs, send)
      context.after(() => exchanges.forEach((one) => one.end()))
      const expected = () => new Set([...answeredBy(exchanges), ...markers])
      await until('the BFF has logged each answer', () => {
        const logged = new Set(handledBy(deployment).map(({ requestId }) => requestId))
        return expected().isSubsetOf(logged)
      })
      const lostNow = () => {
        const known = expected()
        const handled = handledBy(deployment).slice(before)
        return handled.filter(({ requestId }) => !known.has(requestId))
      }
      // The proxy has forwarded the head of some requests before it refuses their end. Their answer is lost with their stream. Their
      // routes are those of the inputs; the smuggled request has another one.
      const isSmuggled = ({ route }: Handled): boolean => route !== 'startSale' && route !== 'listSales'
      await until('each other answer has reached its sender', () => !lostNow().some(isSmuggled)).catch(() =>
        assert.deepEqual(lostNow().filter(isSmuggled), []),
      )
      const lost = lostNow()
      const answered = answeredBy(exchanges)
      const refused = exchanges.filter((one) => one.answers().every((answer) => idOf(answer) === null)).length
      assert.equal(expected().size, answered.length + markers.length, 'no answer comes twice')
      assert.ok(lost.length <= refused, `${lost.length} requests without an answer`)
      assert.ok(markers.length >= 2 * inputs.length)
      assert.ok(answered.length > 0 && refused > 0, 'the corpus has both kinds')
      context.diagnostic(
        `${refused} refused by ${kind}, ${answered.length} answered once by the BFF, ${lost.length} reset`,
      )
    })
  }
  testCorpus('HTTP/1.1', TEXTS, openText)
  testCorpus('HTTP/2', STREAMS, openFrames)
}
