// Internal to Tapboard: the shell that the BFF and the service share, for every runtime. `@tapboard/server/node` has the sockets.
export { parseJson, readBytes, readUpTo, type JsonBytes, type LimitedBytes } from './body.ts'
export { readClientAddress, type IsAddress } from './client-address.ts'
export type { Clock, Fetch, FetchHandler, Logger, Peer, Random } from './ports.ts'
export { createGuessLimiter, GUESSES_MAX, type GuessLimiter } from './guess-limiter.ts'
export { checkHealth, type HealthQuestion } from './health-check.ts'
export { keepFresh } from './keep-fresh.ts'
export { LOG_CODES, type LogCode } from './log-codes.ts'
export { readLogFormat, type LogFormat } from './log-format.ts'
export { readLogLevel, type LogLevel } from './log-level.ts'
export { isNoticePort } from './notice-port.ts'
export { networkOf } from './network.ts'
export { ERROR_PARTS, findError, plainAdvice, type ErrorEntry } from './error-catalogue.ts'
export { createExplain, type Explain } from './explain.ts'
export { helpColumns, type HelpRow } from './help-columns.ts'
export { isEnvironmentError } from './environment-error.ts'
export { isInjectedVariable, withoutInjected } from './injected-variable.ts'
export { editDistance, suggestion } from './nearest-name.ts'
export { createOutageLog, type OutageLog, type OutageLogConfig } from './outage-log.ts'
export type { LogLine } from './pretty-line.ts'
export { createPrettyLog, type PrettyLogOptions } from './pretty-log.ts'
export { base32, randomId } from './random-id.ts'
export { HSTS, jsonResponse, matchesEtag, SECURITY_HEADERS } from './response.ts'
export { withCurrentNames, type RenamedVariable } from './renamed-variables.ts'
export { fileVariableOf, withSecretFiles, type Environment } from './secret-files.ts'
export { secretsIn, type SecretRing } from './secret-ring.ts'
export type { SignatureFault, SignedBody } from './judge-signature.ts'
export { judgeSignature, sign, SIGNATURES_MAX, type SignedText } from './signature.ts'
export {
  isMalformedWebhookSecret,
  judgeWebhook,
  newWebhookSecret,
  signWebhook,
  type ReceivedHeaders,
  type SignedWebhook,
  type WebhookHeaders,
  type WebhookToSign,
} from './webhook-signature.ts'
export { isWeakSecret } from './weak-secret.ts'
export { silentLog, systemClock, systemRandom } from './system.ts'
export { untilNoticed } from './until-noticed.ts'
export {
  isOpenTelemetryApi,
  type InstrumentOptions,
  type OpenTelemetryApi,
  type SpanIdentity,
  type TelemetryAttributes,
  type TelemetryContext,
  type TelemetryMeter,
  type TelemetryObservable,
  type TelemetryResult,
  type TelemetrySpan,
  type TelemetryTracer,
} from './open-telemetry.ts'
export { endRequest, serverOf, traceRequest, type TracedAnswer } from './traced-requests.ts'
export { traceLog, type TraceFields } from './traced-log.ts'
export { traceStore } from './traced-store.ts'
export { createTraceOrigins, type TraceOrigins } from './trace-origins.ts'
export { createTracing, traceHeaders, type Span, type SpanStart, type Tracing } from './tracing.ts'
