// Messages between a page and its in-browser servers over a port. Plain data: headers as pairs, bodies as
// bytes.

/** Headers in their original order. */
export type HeaderPairs = readonly (readonly [string, string])[]

export type FromPage =
  | {
      readonly type: 'ask'
      readonly id: number
      readonly to: 'host' | 'bff'
      readonly method: string
      readonly path: string
      readonly headers: HeaderPairs
      readonly body: Uint8Array<ArrayBuffer> | null
    }
  | { readonly type: 'drop'; readonly id: number }
  /** A terminal connects; its frames use the port transferred with this message. */
  | { readonly type: 'terminal' }
  /** The page closes: save the state. */
  | { readonly type: 'keep' }
  /** Delete all data and start over. */
  | { readonly type: 'forget' }

export type ToPage =
  | { readonly type: 'ready'; readonly managerPin: string }
  /** The servers cannot run here, with a sentence for the user. */
  | { readonly type: 'failed'; readonly message: string }
  /** Another tab runs the servers and does not share them. */
  | { readonly type: 'elsewhere' }
  | { readonly type: 'forgotten' }
  | { readonly type: 'head'; readonly id: number; readonly status: number; readonly headers: HeaderPairs }
  | { readonly type: 'piece'; readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: 'end'; readonly id: number }
  | { readonly type: 'broken'; readonly id: number }

/** Messages of a terminal's port, in both directions. */
export type TerminalFrame =
  | { readonly type: 'frame'; readonly text: string }
  | { readonly type: 'open' }
  | { readonly type: 'closed' }
