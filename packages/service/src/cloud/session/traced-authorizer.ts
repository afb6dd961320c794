// The payment processor, asked in the trace of the request that began the session.
import type { SpanStart } from '@tapboard/server'
import type { AuthorizationRequest, Authorizer } from './authorizer.ts'
import type { Kernel } from '../../kernel.ts'
import { sessionOrigin } from './session-origin.ts'

/** The processor with spans; unchanged without OpenTelemetry. */
export function tracedAuthorizer(authorizer: Authorizer, { traces }: Kernel): Authorizer {
  if (traces === null) return authorizer
  const { tracing, origins } = traces
  const startOf = (name: string, { sessionId, deviceId }: AuthorizationRequest): SpanStart => ({
    name,
    kind: 'internal',
    attributes: { 'tapboard.session.id': sessionId },
    parent: origins.of(sessionOrigin(deviceId, sessionId)),
  })
  return {
    authorize: (request, signal) =>
      tracing.run(startOf('authorize session', request), async (span) => {
        const answer = await authorizer.authorize(request, signal)
        if (answer.type === 'unknown') span.fail(answer.code)
        return answer
      }),
    reverse: (request, signal) =>
      tracing.run(startOf('reverse session', request), async (span) => {
        const answer = await authorizer.reverse(request, signal)
        if (answer.type === 'unknown') span.fail(answer.code)
        return answer
      }),
  }
}
