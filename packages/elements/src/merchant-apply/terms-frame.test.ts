import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readToken, TERMS_MESSAGE } from './terms-frame.ts'

const frame = { contentWindow: { name: 'the frame' } }
const GOOD = {
  origin: 'https://terms.example',
  source: frame.contentWindow as unknown as MessageEventSource,
  data: { type: TERMS_MESSAGE, application: 'app_1', token: 'token-1' } as unknown,
}
const read = (change: Partial<typeof GOOD>): string | null =>
  readToken({ ...GOOD, ...change }, frame, 'https://terms.example', 'app_1')

describe('messages with the terms token', () => {
  it('accepts the token of the frame', () => {
    assert.equal(read({}), 'token-1')
  })

  it('D-66 ignores another page, another frame and a message without a frame', () => {
    for (const origin of [
      'https://terms.example.evil',
      'http://terms.example',
      'https://terms.example:8443',
      'null',
      '',
    ])
      assert.equal(read({ origin }), null, origin)
    const other = {} as unknown as MessageEventSource
    assert.equal(read({ source: other }), null)
    for (const contentWindow of [null, other])
      assert.equal(readToken({ ...GOOD, source: null }, { contentWindow }, GOOD.origin, 'app_1'), null)
  })

  it('recognizes the request of a frame that was not ready', () => {
    assert.equal(read({ data: { type: TERMS_MESSAGE } }), '')
    assert.equal(read({ data: { type: TERMS_MESSAGE }, origin: 'https://evil.example' }), null)
  })

  it('ignores another application, another type and a missing token', () => {
    const data = GOOD.data as object
    for (const bad of [
      { ...data, application: 'app_2' },
      { ...data, application: undefined },
      { ...data, type: 'other' },
      { ...data, token: '' },
      { ...data, token: 7 },
      { ...data, token: 'x'.repeat(4097) },
      { ...data, token: undefined },
      null,
      undefined,
      'token-1',
      [],
    ])
      assert.equal(read({ data: bad }), null)
  })
})
