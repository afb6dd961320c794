// Converts the service's refusal of an application (D-23) to issues of fields. A known sentence becomes its key, so that the
// page shows its own text; other sentences are shown as they are. Texts that look like a secret are removed, so that an
// upstream that repeats values does not cause them to be stored.
import {
  codeOfMessage,
  FIELD_MESSAGES,
  readBoardingMessage,
  type FieldCode,
  type Issue,
} from '@tapboard/contract'
import type { BoardingRefusal } from '../../upstream/boarding/boarding-port.ts'

/** Limits of the messages: number, and length of each. */
const MESSAGES_MAX = 40
const TEXT_MAX = 300

/** The issue of a code whose messages name no field. */
const OF_CODE: Readonly<Record<string, { readonly path: string; readonly code: FieldCode }>> = {
  InvalidTier: { path: 'tierName', code: 'tier-unavailable' },
  InvalidToken: { path: 'termsToken', code: 'terms-token' },
}

/** Digits that could be a number of the applicant: four or more, with at most one separator between two digits. */
const NUMBERS = /\d(?:[\s\p{P}\p{S}]?\d){3,}/gu

const plainWords = (words: string): string =>
  words
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, ' ')
    .replace(NUMBERS, '…')
    .slice(0, TEXT_MAX)

/** Returns the issues of a refusal, at least one. No text contains one of `secrets`. */
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

/** The issue of an application that was not received (state `refused` without a wrong field). */
export const NOT_RECEIVED: Issue = {
  path: '',
  code: 'upstream',
  message: 'The application was not received. Check it and submit it again.',
}
