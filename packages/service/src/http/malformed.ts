// Answers malformed HTTP with an error in the form of D-20.
import { base32, systemRandom } from '@tapboard/server'
import type { MalformedRequest } from '@tapboard/server/node'
import { writeRefusal } from './answer.ts'
import { refuse, type Refusal } from './refusal.ts'

const rejected = (message: string, status = 400): Refusal => refuse('INVALID_REQUEST', message, { status })

const REFUSALS: Readonly<Record<MalformedRequest, Refusal>> = {
  'not-http': rejected('The request is not well-formed HTTP. Send it again.'),
  'headers-too-large': rejected('The headers are larger than 16 KiB. Send less.', 431),
  'extensions-too-large': rejected('The chunk extensions are too large. Send none.', 413),
  'too-slow': rejected('The request did not arrive in time. Send it without pauses.', 408),
}

/** Creates the answer to malformed HTTP. */
export const malformed = (fault: MalformedRequest): Response =>
  writeRefusal(REFUSALS[fault], `call_${base32(systemRandom(10))}`)
