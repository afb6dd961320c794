// A sign-up whose page gets no token, or whose BFF is down: it names the cause and retries automatically.
import { assert } from '@open-wc/testing'
import { useFastClock } from '../testing/fast-clock.ts'
import { PROBLEM_PREFIX } from '@tapboard/contract'
import type { ErrorDetail } from '../shared/fault.ts'
import type { GetToken } from '../shared/token-source.ts'
import { mountApply, unmountAllApply, type ApplyStage } from '../testing/mount-apply.ts'

const good: GetToken = async () => ({ token: 'token', expiresInSeconds: 900, nonce: 'nonce' })

const FAULTS: Readonly<Record<string, readonly [GetToken, title: string, code: string]>> = {
  'the page’s server is down': [
    () => Promise.reject(new TypeError('Failed to fetch')),
    'This page cannot reach its server. Check the connection.',
    'token-unreachable',
  ],
  'the person is signed out': [
    () => Promise.reject(Object.assign(new Error('no token'), { status: 401 })),
    'You are signed out, or may not use this sign-up. Sign in again, or ask the company that sent you here.',
    'token-unauthorized',
  ],
  'the BFF behind the page’s server is down': [
    () => Promise.reject(Object.assign(new Error('no token'), { response: { status: 503 } })),
    'The server is not ready right now.',
    'token-unavailable',
  ],
  'there are too many requests': [
    async () => ({ type: `${PROBLEM_PREFIX}rate-limited`, status: 429 }) as never,
    'The server is busy: too many requests at once.',
    'token-limited',
  ],
}

const errors = ({ events }: ApplyStage): ErrorDetail[] =>
  events.flatMap((event) => (event.type === 'merchant-apply-error' ? [event.detail as ErrorDetail] : []))

describe('<merchant-apply> without a token', () => {
  useFastClock()
  const { error } = console
  beforeEach(() => {
    console.error = () => undefined
  })
  afterEach(() => {
    console.error = error
    unmountAllApply()
  })

  for (const [what, [getToken, title, code]] of Object.entries(FAULTS))
    it(`D-105 ${what}: announces it once with the next event, and recovers without a press`, async () => {
      const stage = mountApply({ properties: { getToken } })
      await stage.form.phase('fault')
      assert.equal(stage.form.title, title)
      await stage.form.until(() => /Trying again in \d+ s/.test(stage.form.text))
      assert.include(stage.form.buttons, 'Try again')
      stage.element.getToken = good
      await stage.form.phase('filling')
      assert.deepEqual(
        errors(stage).map((detail) => [detail.code, detail.name]),
        [[code, 'getToken']],
      )
      assert.notInclude(stage.form.text, 'Trying again')
    })

  it('D-106 the BFF is down: it recovers without a press', async () => {
    const stage = mountApply()
    stage.bff.offline = true
    await stage.form.phase('fault')
    assert.equal(stage.form.title, 'The server cannot be reached. Check the connection.')
    stage.bff.offline = false
    await stage.form.phase('filling')
  })

  it('D-106 calls a wrongly set up page once, and again after another getToken', async () => {
    let asked = 0
    const wrong: GetToken = async () => {
      asked += 1
      return {} as never
    }
    const stage = mountApply({ properties: { getToken: wrong } })
    await stage.form.phase('fault')
    assert.equal(stage.form.title, 'This sign-up is not set up. Ask the company that sent you here.')
    assert.notInclude(stage.form.text, 'Trying again')
    // Meanwhile an element that retries automatically has retried three times.
    let others = 0
    const other = mountApply({
      properties: {
        getToken: () => Promise.reject(Object.assign(new Error('busy'), { status: (others += 1) && 503 })),
      },
    })
    await other.form.until(() => others > 3)
    assert.equal(asked, 1)
    stage.element.getToken = good
    await stage.form.phase('filling')
  })

  it('V5 a refresh requests a new token', async () => {
    let asked = 0
    const counted: GetToken = async () => ({ token: `t${(asked += 1)}`, expiresInSeconds: 900, nonce: 'n' })
    const stage = mountApply({ properties: { getToken: counted } })
    await stage.form.phase('filling')
    await stage.element.refresh()
    assert.equal(asked, 2)
  })
})
