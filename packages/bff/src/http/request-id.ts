// The name of one request in its answer and in the log.
import { toBase64url } from '@tapboard/store/crypto'
import type { Random } from '../ports.ts'

/** Form of a request ID that is taken over from the caller (a proxy or the host). */
const FORM = /^[A-Za-z0-9_-]{8,64}$/

/** The caller's `X-Request-Id` if it has the form, else a new one. */
export const requestIdOf = (given: string | null, random: Random): string =>
  given !== null && FORM.test(given) ? given : toBase64url(random(12))
