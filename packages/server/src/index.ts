// Internal to Tapboard: the shell that the BFF and the service share, for every runtime. `@tapboard/server/node` has the sockets.
export { parseJson, readBytes, readUpTo, type JsonBytes, type LimitedBytes } from './body.ts'
export { readClientAddress, type IsAddress } from './client-address.ts'
export type { Clock, Fetch, FetchHandler, Logger, Peer, Random } from './ports.ts'
export { base32, randomId } from './random-id.ts'
export { jsonResponse, matchesEtag, SECURITY_HEADERS } from './response.ts'
export { judgeSignature, sign, signatureOf, type SignatureFault, type SignedText } from './signature.ts'
export { silentLog, systemClock, systemRandom } from './system.ts'
