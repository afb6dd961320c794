// What the service says of an application that it refuses (D-23), as issues that lead to fields. Words that are ours keep their
// key, so that the page shows its own; other words are shown as the service's. Nothing that looks like a secret passes: an
// upstream that repeats what it was sent must not get it stored.
import {
  codeOfMessage,
  FIELD_MESSAGES,
  readBoardingMessage,
  type FieldCode,
  type Issue,
} from '@tapboard/contract'
import type { BoardingRefusal } from '../../upstream/boarding/boarding-port.ts'

/** Most messages that are kept, and the longest text of one. */
const MESSAGES_MAX = 40
const TEXT_MAX = 300

/** The issue of a code whose messages name no field. */
const OF_CODE: Readonly<Record<string, { readonly path: string; readonly code: FieldCode }>> = {
  InvalidTier: { path: 'tierName', code: 'tier-unavailable' },
  InvalidToken: { path: 'termsToken', code: 'terms-token' },
}

/**
 * Digits in the service's own words that could be a number of the applicant's: four or more in a row, with any single
 * separator between digits.
 */
const NUMBERS = /\d(?:[\s\p{P}\p{S}]?\d){3,}/gu

const plainWords = (words: string): string =>
  words
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, ' ')
    .replace(NUMBERS, '…')
    .slice(0, TEXT_MAX)

/** Issues of a refusal, never none. `secrets`, as they were sent, occur in no text. */
export function issuesOfRefusal(refusal: BoardingRefusal, secrets: readonly string[]): Issue[] {
  const issues: Issue[] = []
  for (const message of refusal.messages.slice(0, MESSAGES_MAX)) {
    const { path, words } = readBoardingMessage(message)
    const ours = codeOfMessage(words)
    const named = path === '' ? OF_CODE[refusal.code] : undefined
    const leaks = secrets.some((secret) => secret.length >= 4 && words.includes(secret))
    const text = leaks ? '' : plainWords(words)
    const code = ours ?? named?.code ?? 'upstream'
    issues.push({
      path: named?.path ?? path,
      code,
      message: ours === null && text.trim() !== '' ? text : FIELD_MESSAGES[code],
    })
  }
  if (issues.length > 0) return issues
  const { path, code } = OF_CODE[refusal.code] ?? { path: '', code: 'upstream' as const }
  return [{ path, code, message: FIELD_MESSAGES[code] }]
}

/** The issue of an application that never arrived (state `refused`, no field at fault). */
export const NOT_RECEIVED: Issue = {
  path: '',
  code: 'upstream',
  message: 'The application was not received. Check it and submit it again.',
}
