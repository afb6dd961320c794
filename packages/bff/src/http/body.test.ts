// Bodies are read as JSON of a limited size, and no further than needed (P53).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readBody } from './body.ts'

/** A request whose body counts the reads of its chunks of 4 KiB. */
function endless(length?: string): { readonly request: Request; readonly chunks: () => number } {
  let chunks = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        chunks += 1
        controller.enqueue(new Uint8Array(4_096))
      },
    },
    { highWaterMark: 0 },
  )
  const headers = {
    'content-type': 'application/json',
    ...(length === undefined ? {} : { 'content-length': length }),
  }
  // Node's type lacks `duplex`, which a stream body requires.
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, headers, duplex: 'half' }
  const request = new Request('https://any.example/', init)
  return { request, chunks: () => chunks }
}

test('P53 rejects a body by its Content-Length before reading a byte', async () => {
  const { request, chunks } = endless('8193')
  const read = await readBody(request)
  assert.equal(read.ok ? 'read' : read.code, 'body-too-large')
  assert.equal(chunks(), 0)
})

test('P53 reads a body without a length up to the limit only', async () => {
  const { request, chunks } = endless()
  const read = await readBody(request)
  assert.equal(read.ok ? 'read' : read.code, 'body-too-large')
  assert.equal(chunks(), 3)
})

test('P53 accepts a body of exactly the limit', async () => {
  const headers = { 'content-type': 'application/json', 'content-length': '8192' }
  const body = new Uint8Array(8_192).fill(32)
  const read = await readBody(new Request('https://any.example/', { method: 'POST', body, headers }))
  assert.equal(read.ok && read.value.length, 8_192)
})
