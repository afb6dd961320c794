import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createParser } from 'eventsource-parser'
import { APPROVED, SALE } from '../testing/scripted-bff.ts'
import { readFrames, type Frame } from './frames.ts'

const named = { ...SALE, device: { ...SALE.device, name: 'Caf\u00e9 \u{1f4b3}' } }
const approved = { ...named, ...APPROVED, version: 2 }
const RECORDED = new TextEncoder().encode(
  `: hello\n\nevent: snapshot\ndata: ${JSON.stringify({ sale: named })}\n\n: beat\n\nid: 2\nevent: sale\ndata: ${JSON.stringify(
    { number: 2, type: 'approved', atMs: 1, sale: approved },
  )}\n\nevent: end\ndata: {}\n\n`,
)
const WHOLE: readonly Frame[] = [
  { type: 'sale', sale: named },
  { type: 'sale', sale: approved },
  { type: 'end' },
]

async function read(...chunks: readonly Uint8Array[]): Promise<{ frames: Frame[]; beats: number }> {
  const frames: Frame[] = []
  let beats = 0
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      for (const chunk of chunks) stream.enqueue(chunk)
      stream.close()
    },
  })
  await readFrames(
    body,
    (frame) => frames.push(frame),
    () => (beats += 1),
  )
  return { frames, beats }
}

test('P62 parses a stream cut into chunks at any byte alike', async () => {
  for (let cut = 0; cut <= RECORDED.length; cut += 1) {
    const { frames } = await read(RECORDED.slice(0, cut), RECORDED.slice(cut))
    assert.deepEqual(frames, WHOLE, `cut at byte ${cut}`)
  }
})

test('P62 parses whole frames only from a stream cut off at any byte', async () => {
  for (let cut = 0; cut <= RECORDED.length; cut += 1) {
    const { frames } = await read(RECORDED.slice(0, cut))
    assert.deepEqual(frames, WHOLE.slice(0, frames.length), `broken off at byte ${cut}`)
  }
})

test('counts every chunk as a sign of life, heartbeats included', async () => {
  const beat = new TextEncoder().encode(': beat\n\n')
  assert.deepEqual(await read(beat, beat, beat), { frames: [], beats: 3 })
})

test('reports a frame that does not match the contract as bad', async () => {
  for (const data of ['{', 'null', '{"sale":null}', '{"sale":{"id":1}}']) {
    const chunk = new TextEncoder().encode(`event: sale\ndata: ${data}\n\n`)
    assert.deepEqual((await read(chunk)).frames, [{ type: 'bad' }], data)
  }
})

test('gives up a stream with an endless line', async () => {
  const { frames } = await read(new TextEncoder().encode(`data: ${'x'.repeat(70_000)}`))
  assert.deepEqual(frames, [{ type: 'bad' }])
})

/** A number below `limit`, the same in every run (a linear congruence; quality does not matter here). */
function chance(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

const isSale = (data: string): boolean => {
  try {
    return (JSON.parse(data) as { readonly sale?: unknown }).sale !== undefined
  } catch {
    return false
  }
}

/** The result of a parser of the whole standard, limited to the fields that our frames use. */
function expected(text: string): string[] {
  const told: string[] = []
  const parser = createParser({
    onEvent: ({ event, data }) => told.push(event === 'end' ? 'end' : isSale(data) ? 'sale' : 'bad'),
  })
  parser.feed(text)
  return told
}

test('P62 parses all line ends, comments and fields of the standard', async () => {
  const LINES = [
    ['', ''],
    [`data: ${JSON.stringify({ sale: named })}`, `data:${JSON.stringify({ sale: named })}`],
    ['event: end', 'event: sale', 'event:snapshot', 'event', 'event:  end'],
    [
      'data',
      'data:',
      'data: {',
      'data: }',
      ': beat',
      ':',
      'id: 7',
      'retry: 10',
      'other: x',
      'datax: 1',
      ' data: {}',
    ],
  ]
  const random = chance(20_261_121)
  const pick = <T>(list: readonly T[]): T => list[random(list.length)]!
  for (let round = 0; round < 2_000; round += 1) {
    const ends = pick([['\n'], ['\r\n'], ['\r'], ['\n', '\r\n', '\r']])
    const text = `${pick(['', '\uFEFF'])}${Array.from({ length: random(14) }, () => pick(pick(LINES)) + pick(ends)).join('')}: \n`
    const bytes = new TextEncoder().encode(text)
    const chunks: Uint8Array[] = []
    for (let at = 0; at < bytes.length;) {
      const next = at + 1 + random(40)
      chunks.push(bytes.slice(at, next))
      at = next
    }
    const { frames } = await read(...chunks)
    assert.deepEqual(
      frames.map(({ type }) => type),
      expected(text),
      JSON.stringify(text),
    )
  }
})
