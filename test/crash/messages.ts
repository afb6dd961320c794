// What the parent of a run and the BFF process under test say to one another.
import type { BffOptions } from '@tapboard/bff'
import type { FailpointName } from '../../packages/bff/src/sale/failpoint.ts'

/** What the process does when it comes to the failpoint. */
export type Deed =
  /** SIGKILL to itself: nothing of Node runs after it. */
  | { readonly type: 'kill'; readonly afterMs: number }
  /** Says `reached`, hangs as a whole for so long, says `thawed` and goes on: the acknowledgement is late. */
  | { readonly type: 'freeze'; readonly forMs: number }
  /** Says `reached` and fails there as a store does whose answer was lost. */
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

/** From the parent. */
export type ToBff = { readonly type: 'arm'; readonly armed: Armed | null } | { readonly type: 'drain' }

/** From the process. */
export type FromBff =
  | { readonly type: 'ready'; readonly url: string }
  | { readonly type: 'armed' }
  | { readonly type: 'reached'; readonly saleId: string }
  | { readonly type: 'thawed' }

/** What a process is started with. */
export type StartOptions = Pick<
  BffOptions,
  'merchants' | 'publicUrl' | 'secret' | 'upstream' | 'instance'
> & {
  readonly store: string
}
