// The state of the draft of an application.

/** The state of the draft. */
export interface DraftState {
  /** Version that the next save follows. */
  readonly version: number
  /** `changed`: it was saved elsewhere since, and the person must choose. */
  readonly state: 'none' | 'saving' | 'saved' | 'unsaved' | 'changed'
  readonly savedAtMs: number | null
}

/** Checks whether the form has changes that the BFF has not confirmed. */
export const isSavePending = ({ state }: DraftState): boolean => state === 'saving' || state === 'unsaved'
