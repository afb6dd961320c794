// Reads the event stream of a sale or an order from chunks of any size and validates every frame. It supports the part of
// text/event-stream (WHATWG HTML §9.2.6) that our frames use: `event` and `data` with JSON. Other fields are ignored. The
// machine interprets the frames.
import { OrderFrame, Sale, StaleFrame } from '@tapboard/contract'

/** A frame of a stream; `bad` is one that violates the contract. */
export type Frame =
  | { readonly type: 'sale'; readonly sale: Sale }
  | { readonly type: 'stale'; readonly stale: StaleFrame }
  | { readonly type: 'order'; readonly order: OrderFrame }
  | { readonly type: 'end' | 'bad' }

// Far above the largest frame; a stream without line ends must not fill the memory (INV-17).
const MOST_CHARACTERS = 65_536

/** The end of a line. A carriage return at the end of a chunk can be the first half of one. */
const LINE_END = /\r\n|\n|\r(?!$)/

function judge(event: string, data: string): Frame {
  if (event === 'end') return { type: 'end' }
  try {
    const value: unknown = JSON.parse(data)
    if (event === 'stale') {
      const judged = StaleFrame.safeParse(value)
      if (judged.success) return { type: 'stale', stale: judged.data }
    } else if (event === 'order') {
      const judged = OrderFrame.safeParse(value)
      if (judged.success) return { type: 'order', order: judged.data }
    } else {
      const judged = Sale.safeParse((value as { sale?: unknown }).sale)
      if (judged.success) return { type: 'sale', sale: judged.data }
    }
  } catch {
    // Invalid JSON is a bad frame, like any violation of the contract.
  }
  return { type: 'bad' }
}

/**
 * Passes on every whole event of a stream; calls `beat` for every chunk, heartbeats included. Resolves when the stream ends:
 * `false` if a frame is longer than `most` characters.
 */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  hear: (event: string, data: string) => void,
  beat: () => void,
  most: number,
): Promise<boolean> {
  const decoder = new TextDecoder()
  // In WebKit `getReader` reads an inherited `mode`.
  const reader = new ReadableStreamDefaultReader(body)
  let rest = ''
  let event = ''
  let data = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return true
    beat()
    const lines = (rest + decoder.decode(value, { stream: true })).split(LINE_END)
    rest = lines.pop()!
    for (const line of lines) {
      const [, field, text] = /^([^:]*):? ?(.*)/s.exec(line)!
      if (field === 'data') data += `${text}\n`
      if (field === 'event') event = text!
      if (line) continue
      if (data) hear(event, data)
      event = data = ''
    }
    if (rest.length + data.length > most) return false
  }
}

/** Passes on every whole frame of a sale's or an order's stream. Resolves when the stream ends. */
export async function readFrames(
  body: ReadableStream<Uint8Array>,
  tell: (frame: Frame) => void,
  beat: () => void,
): Promise<void> {
  const whole = await readEvents(body, (event, data) => tell(judge(event, data)), beat, MOST_CHARACTERS)
  if (!whole) tell({ type: 'bad' })
}
