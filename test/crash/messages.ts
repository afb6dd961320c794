// The messages between the parent of a run and the BFF process under test.
import type { BffOptions } from '@tapboard/bff'
import type { FailpointName } from '../../packages/bff/src/sale/failpoint.ts'

/** The action of the process at the failpoint. */
export type Deed =
  /** SIGKILL to itself: nothing of Node runs after it. */
  | { readonly type: 'kill'; readonly afterMs: number }
  /** Sends `reached`, blocks the whole process for this time, sends `thawed` and goes on: the acknowledgement is late. */
  | { readonly type: 'freeze'; readonly forMs: number }
  /** Sends `reached` and fails there like a store whose answer was lost. */
  | { readonly type: 'lose' }

/** A failpoint that is armed. */
export interface Armed {
  readonly point: FailpointName
  /** How many times it is passed before. */
  readonly passes: number
  readonly deed: Deed
  /** Where in a body or a frame, 0…1. */
  readonly share: number
}

export type ToBff = { readonly type: 'arm'; readonly armed: Armed | null } | { readonly type: 'drain' }

export type FromBff =
  | { readonly type: 'ready'; readonly url: string }
  | { readonly type: 'armed' }
  | { readonly type: 'reached'; readonly saleId: string }
  | { readonly type: 'thawed' }

/** The start options of a process. */
export type StartOptions = Pick<
  BffOptions,
  'merchants' | 'publicUrl' | 'secret' | 'upstream' | 'instance'
> & {
  readonly store: string
}
