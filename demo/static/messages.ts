// What a page and the house of its servers say to one another over a port. Plain data: headers as pairs, bodies as bytes.

/** Headers in the order they were written. */
export type HeaderPairs = readonly (readonly [string, string])[]

/** From a page. */
export type FromPage =
  | {
      readonly type: 'ask'
      readonly id: number
      readonly to: 'host' | 'bff'
      readonly method: string
      /** Path and query. */
      readonly path: string
      readonly headers: HeaderPairs
      readonly body: Uint8Array<ArrayBuffer> | null
    }
  | { readonly type: 'drop'; readonly id: number }
  /** A terminal begins; its frames come over the port that is transferred with this message. */
  | { readonly type: 'terminal' }
  /** The page is about to go: keep what there is. */
  | { readonly type: 'keep' }
  /** Forget everything and begin anew. */
  | { readonly type: 'forget' }

/** To a page. */
export type ToPage =
  | { readonly type: 'ready'; readonly managerPin: string }
  /** It cannot run here, in a sentence for the person. */
  | { readonly type: 'failed'; readonly message: string }
  /** Another tab holds it and does not share. */
  | { readonly type: 'elsewhere' }
  | { readonly type: 'forgotten' }
  | { readonly type: 'head'; readonly id: number; readonly status: number; readonly headers: HeaderPairs }
  | { readonly type: 'piece'; readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: 'end'; readonly id: number }
  | { readonly type: 'broken'; readonly id: number }

/** On a terminal's own port, both ways. */
export type TerminalFrame =
  | { readonly type: 'frame'; readonly text: string }
  | { readonly type: 'open' }
  | { readonly type: 'closed' }
