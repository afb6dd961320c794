// The span of a message from a terminal, in the trace of the request that began its session. A heartbeat has none, as a round of a loop.
import type { FromTerminal } from '@tapboard/contract'
import type { Span } from '@tapboard/server'
import { sessionOrigin } from '../cloud/session/session-origin.ts'
import type { Kernel } from '../kernel.ts'

/**
 * Runs the work of a message in its span; `null` without OpenTelemetry. A message before the hello, and one that names a session of
 * another terminal, begin a trace of their own.
 */
export function tracedMessage(
  { traces }: Kernel,
  message: FromTerminal,
  deviceId: string | null,
  work: (span: Span | null) => Promise<void>,
): Promise<void> {
  if (traces === null || message.type === 'heartbeat') return work(null)
  const start = {
    name: `terminal ${message.type}`,
    kind: 'server',
    // The session of the message is the word of the terminal until its row is read.
    attributes: deviceId === null ? {} : { 'tapboard.device.id': deviceId },
    parent:
      deviceId !== null && 'sessionId' in message
        ? traces.origins.of(sessionOrigin(deviceId, message.sessionId))
        : null,
  } as const
  return traces.tracing.run(start, work)
}
