// Reads the event stream of a sale as bytes arrive, wherever they are cut, and judges the sale in every
// frame. What a frame means
// for the person, the machine decides.
import { Sale } from '@tapboard/contract'
import { createParser } from 'eventsource-parser'

/** A frame of `GET /v1/sales/{id}/events`; `bad` is one that does not follow the contract. */
export type Frame = { readonly type: 'sale'; readonly sale: Sale } | { readonly type: 'end' | 'bad' }

/** Far above the largest frame; a stream that never ends a line must not fill the memory (INV-17). */
const MOST_CHARACTERS = 65_536

function judge(event: string | undefined, data: string): Frame {
  if (event === 'end') return { type: 'end' }
  try {
    const judged = Sale.safeParse((JSON.parse(data) as { sale?: unknown }).sale)
    if (judged.success) return { type: 'sale', sale: judged.data }
  } catch {
    // Not JSON: said below, like every other frame that is not as agreed.
  }
  return { type: 'bad' }
}

/** Tells every whole frame of a stream; `beat` at every chunk, heartbeats included. Resolves when the stream ends. */
export async function readFrames(
  body: ReadableStream<Uint8Array>,
  tell: (frame: Frame) => void,
  beat: () => void,
): Promise<void> {
  const parser = createParser({
    maxBufferSize: MOST_CHARACTERS,
    onEvent: ({ event, data }) => tell(judge(event, data)),
    onError: () => tell({ type: 'bad' }),
  })
  const decoder = new TextDecoder()
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    beat()
    parser.feed(decoder.decode(value, { stream: true }))
  }
}
