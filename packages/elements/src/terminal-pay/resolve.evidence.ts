// Validates the typed evidence before it is sent: the result is an attestation of the contract, or the missing field. Pure.
import type { Attestation } from '@tapboard/contract'

/** The decision of the person. */
export type Meaning = Attestation['outcome']

/** Values of the form. */
export interface Typed {
  readonly reference?: string
  readonly approvalCode?: string
  /** "I have looked" is ticked. */
  readonly seen?: boolean
}

export type Wrong = 'evidenceNeeded' | 'evidenceWrong' | 'unpaidNeeded'

/** The attestation, or the error and its field. */
export type Judged =
  | { readonly attestation: Attestation }
  | { readonly wrong: Wrong; readonly field: keyof Typed }

/** Validates a form; trims the typed texts. */
export function judge(meaning: Meaning, typed: Typed): Judged {
  if (meaning === 'unpaid')
    return typed.seen ? { attestation: { outcome: 'unpaid' } } : { wrong: 'unpaidNeeded', field: 'seen' }
  const reference = typed.reference?.trim() ?? ''
  const approvalCode = typed.approvalCode?.trim() ?? ''
  if (!reference && !approvalCode) return { wrong: 'evidenceNeeded', field: 'reference' }
  if (!/^[\w.:/+=-]{0,64}$/.test(reference)) return { wrong: 'evidenceWrong', field: 'reference' }
  if (!/^[\x20-\x7e]{0,32}$/.test(approvalCode)) return { wrong: 'evidenceWrong', field: 'approvalCode' }
  return {
    attestation: {
      outcome: 'paid',
      ...(reference ? { reference } : {}),
      ...(approvalCode ? { approvalCode } : {}),
    },
  }
}
