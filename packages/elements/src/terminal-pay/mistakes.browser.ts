import { assert } from '@open-wc/testing'
import { useFastClock } from '../testing/fast-clock.ts'
import { mount, unmountAll, type Stage } from '../testing/mount.ts'
import type { ErrorDetail } from '../shared/fault.ts'

const errors = ({ events }: Stage): ErrorDetail[] =>
  events.flatMap((event) => (event.type === 'terminal-pay-error' ? [event.detail as ErrorDetail] : []))

describe('<terminal-pay> in a wrongly set up page', () => {
  useFastClock()
  let said: unknown[][] = []
  const { error } = console

  beforeEach(() => {
    said = []
    console.error = (...words: unknown[]) => said.push(words)
  })
  afterEach(() => {
    console.error = error
    unmountAll()
  })

  it('reports a wrong bff-url once, shows a neutral message, and continues after its correction', async () => {
    const stage = mount({ properties: { bffUrl: 'ftp://nowhere' } })
    await stage.pay.phase('fault')
    assert.equal(stage.pay.title, 'This checkout is not set up. Tell your manager.')
    assert.deepEqual(
      errors(stage).map(({ code, name }) => [code, name]),
      [['bff-url-invalid', 'bff-url']],
    )
    assert.lengthOf(said, 1)
    assert.include(String(said[0]), '<terminal-pay>')
    assert.include(String(said[0]), 'must be the URL of your BFF')
    stage.element.bffUrl = '/pay'
    await stage.pay.phase('choosing')
  })

  it('D-190 the line on the console ends with the address of its entry in the catalogue of the BFF', async () => {
    const stage = mount({ properties: { bffUrl: '/pay/', getToken: async () => undefined as never } })
    await stage.pay.phase('fault')
    assert.match(
      String(said[0]),
      /^<terminal-pay> token-refused: .*it resolved with undefined, not with a token – http[^ ]+\/pay\/v1\/errors#token-refused$/,
    )
  })

  it('says on the console that getToken does not answer, then that it is too late, and sends nothing', async () => {
    const { warn } = console
    const warned = new Promise<string>((resolve) => (console.warn = resolve))
    const stage = mount({ properties: { getToken: () => new Promise<never>(() => undefined) } })
    assert.equal(await warned, 'getToken has not answered for 5 s: nothing starts without it')
    console.warn = warn
    assert.equal(stage.element.phase, 'loading')
    assert.deepEqual(stage.bff.requests, [])
    stage.element.getToken = () => Promise.reject(new DOMException('', 'TimeoutError'))
    await stage.pay.phase('fault')
    assert.match(errors(stage)[0]?.message ?? '', /it did not answer in time/)
  })

  it('waits a moment for getToken, then reports it as missing', async () => {
    const stage = mount({ properties: { getToken: undefined } })
    await stage.pay.phase('loading')
    await stage.pay.phase('fault')
    assert.deepEqual(
      errors(stage).map(({ code, name }) => [code, name]),
      [['get-token-missing', 'getToken']],
    )
    stage.element.getToken = async () => 'token'
    await stage.pay.phase('choosing')
  })

  it('accepts a getToken that is set in time', async () => {
    const stage = mount({ properties: { getToken: undefined } })
    await stage.element.updateComplete
    stage.element.getToken = async () => 'token'
    await stage.pay.phase('choosing')
    assert.deepEqual(errors(stage), [])
  })

  it('distinguishes a token that the BFF rejects from an unreachable server', async () => {
    const refused = mount()
    refused.bff.handler = () => refused.bff.problem('token-invalid')
    await refused.pay.phase('fault')
    assert.deepEqual(
      errors(refused).map(({ code, name }) => [code, name]),
      [['token-invalid', 'getToken']],
    )
    const away = mount()
    away.bff.offline = true
    await away.pay.phase('fault')
    assert.equal(away.pay.title, 'The server cannot be reached. Check the connection.')
    assert.deepEqual(
      errors(away).map(({ code, name }) => [code, name]),
      [['network', 'bff-url']],
    )
    away.bff.offline = false
    away.pay.press('Try again')
    await away.pay.phase('choosing')
  })

  it('reports once that the page’s origin is not listed', async () => {
    const stage = mount()
    stage.bff.handler = () => stage.bff.problem('origin-not-allowed')
    await stage.pay.phase('fault')
    await stage.element.refresh()
    assert.deepEqual(
      errors(stage).map(({ code }) => code),
      ['origin-not-allowed'],
    )
  })

  it('reports an invalid theme and invalid texts', async () => {
    const stage = mount({ attributes: { theme: 'blue' }, properties: { strings: 'x' as never } })
    await stage.pay.phase('choosing')
    assert.deepEqual(
      errors(stage).map(({ code, name }) => [code, name]),
      [
        ['property-invalid', 'theme'],
        ['property-invalid', 'strings'],
      ],
    )
  })

  it('P66 a page that stops giving tokens mid-sale does not hide the outcome', async () => {
    const stage = mount({ sale: { state: 'started', phase: 'present_card' } })
    await stage.pay.until(() => stage.bff.streams === 1)
    stage.element.getToken = () => Promise.reject(new Error('signed out'))
    stage.bff.move({ state: 'approved', reference: '1', approvalCode: '2', by: 'upstream' }, 'approved')
    await stage.pay.phase('approved')
  })
})
