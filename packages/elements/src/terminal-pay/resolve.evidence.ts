// What a person typed or ticked, judged before it is sent: an attestation of the contract, or what is missing. Pure.
import type { Attestation } from '@tapboard/contract'

/** What a person means to say. */
export type Meaning = Attestation['outcome']

/** What the form holds. */
export interface Typed {
  readonly reference?: string
  readonly approvalCode?: string
  /** "I have looked" is ticked. */
  readonly seen?: boolean
}

/** What is wrong with it. */
export type Wrong = 'evidenceNeeded' | 'evidenceWrong' | 'unpaidNeeded'

/** What can be sent, or what is wrong and where. */
export type Judged =
  | { readonly attestation: Attestation }
  | { readonly wrong: Wrong; readonly field: keyof Typed }

/** Judges a form; blanks around what was typed do not count. */
export function judge(meaning: Meaning, typed: Typed): Judged {
  if (meaning === 'unpaid')
    return typed.seen ? { attestation: { outcome: 'unpaid' } } : { wrong: 'unpaidNeeded', field: 'seen' }
  const reference = typed.reference?.trim() ?? ''
  const approvalCode = typed.approvalCode?.trim() ?? ''
  if (!reference && !approvalCode) return { wrong: 'evidenceNeeded', field: 'reference' }
  if (!/^[\x21-\x7e]{0,64}$/.test(reference)) return { wrong: 'evidenceWrong', field: 'reference' }
  if (!/^[\x20-\x7e]{0,32}$/.test(approvalCode)) return { wrong: 'evidenceWrong', field: 'approvalCode' }
  return {
    attestation: {
      outcome: 'paid',
      ...(reference ? { reference } : {}),
      ...(approvalCode ? { approvalCode } : {}),
    },
  }
}
