import { assert } from '@open-wc/testing'

describe('<terminal-pay> under the strictest page policy', () => {
  it('P31 completes a sale without a violation', async () => {
    const frame = document.createElement('iframe')
    frame.src = new URL('../testing/strict-page.html', import.meta.url).href
    frame.title = 'strict page'
    const told = new Promise<MessageEvent>((resolve) => addEventListener('message', resolve, { once: true }))
    document.body.append(frame)
    const { data } = await told
    assert.propertyVal(data, 'title', '$42.00 approved')
    assert.notEqual(data.padding, '0px')
    assert.deepEqual(data.refused, [])
    frame.remove()
  })
})
