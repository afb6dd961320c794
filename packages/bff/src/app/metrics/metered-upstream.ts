// Measures time and kind of answer of every upstream operation. Calls and answers pass through unchanged.
import type { Sender } from '../../upstream/terminal/initiate.ts'
import type { UpstreamClient } from '../../upstream/terminal/client.ts'
import type { RunningUpstream } from '../../upstream/terminal/create-upstream.ts'
import type { Exchange } from '../../upstream/transport/outbound-port.ts'
import type { Meters } from '../../observe/meters.ts'

/** Kind of an answer: `found`, `missing`, `unreachable`, `busy`, … */
const outcomeOf = (answer: { readonly kind: string; readonly fault?: string }): string =>
  answer.fault ?? answer.kind

/** Class of a status: 200, 409, 503 become 2xx, 4xx, 5xx. */
const outcomeOfSend = (exchange: Exchange): string =>
  exchange.kind === 'answer' ? `${Math.trunc(exchange.answer.status / 100)}xx` : exchange.kind

/** Measures the time to an answer of an operation. */
export const timeAnswers =
  (meters: Meters) =>
  async <Answer extends { readonly kind: string; readonly fault?: string }>(
    operation: string,
    answering: Promise<Answer>,
  ): Promise<Answer> => {
    const startedMs = performance.now()
    const answer = await answering
    meters.asked(operation, outcomeOf(answer), performance.now() - startedMs)
    return answer
  }

export function meterUpstream(upstream: RunningUpstream, meters: Meters): RunningUpstream {
  const timed = timeAnswers(meters)
  const { client, sender } = upstream
  const meteredClient: UpstreamClient = {
    ...client,
    readDevice: (...asked) => timed('read_device', client.readDevice(...asked)),
    listDevices: (...asked) => timed('list_devices', client.listDevices(...asked)),
    createDevice: (...asked) => timed('create_device', client.createDevice(...asked)),
    readSession: (id, options) =>
      timed(
        options.waitSeconds === undefined ? 'read_session' : 'hold_session',
        client.readSession(id, options),
      ),
    findSession: (...asked) => timed('find_session', client.findSession(...asked)),
    cancelSession: (...asked) => timed('cancel_session', client.cancelSession(...asked)),
    report: (...asked) => timed('report', client.report(...asked)),
  }
  const meteredSender: Sender = {
    close: () => sender.close(),
    async send(...asked) {
      const startedMs = performance.now()
      const report = await sender.send(...asked)
      meters.asked('initiate', outcomeOfSend(report.exchange), performance.now() - startedMs)
      return report
    },
  }
  return { ...upstream, client: meteredClient, sender: meteredSender }
}
