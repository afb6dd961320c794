/** Attempts to sign in behind reverse proxies: whose address counts, and what a forged header changes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createService } from '../app/service.ts'
import { DashboardBrowser, FAST_PASSWORDS } from '../testing/dashboard.ts'
import { ADDRESS_MAX } from '../account/attempts.ts'

/** The address of the reverse proxy, and two clients of it. */
const [PROXY, CLIENT, OTHER] = ['10.0.0.1', '198.51.100.7', '198.51.100.8']

/** Calls `work` with a function that makes an attempt and returns its error code. */
async function withAttempts(
  proxies: number,
  work: (attempt: (peer: string, forwarded: string | null) => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const service = await createService({ store: 'file::memory:', passwords: FAST_PASSWORDS, proxies })
  try {
    await work(async (peer, forwarded) => {
      const browser = new DashboardBrowser(service, peer)
      const headers = { 'x-forwarded-for': forwarded }
      return (await browser.call('POST', '/links/read', { token: 'a'.repeat(52) }, headers)).code
    })
  } finally {
    await service.close()
  }
}

void test('D-64 without proxies the header is ignored: a stranger who forges addresses is locked', () =>
  withAttempts(0, async (attempt) => {
    for (let count = 0; count < ADDRESS_MAX; count += 1)
      assert.equal(await attempt(CLIENT, `203.0.113.${count}`), 'link-ended')
    assert.equal(await attempt(CLIENT, '203.0.113.200'), 'too-many')
    assert.equal(await attempt(CLIENT, null), 'too-many')
    assert.equal(await attempt(OTHER, CLIENT), 'link-ended')
  }))

void test('D-64 behind one proxy each client has attempts of its own, whatever it forges', () =>
  withAttempts(1, async (attempt) => {
    for (let count = 0; count < ADDRESS_MAX; count += 1)
      assert.equal(await attempt(PROXY, `203.0.113.${count}, ${CLIENT}`), 'link-ended')
    assert.equal(await attempt(PROXY, CLIENT), 'too-many')
    assert.equal(await attempt(PROXY, `${OTHER}, ${CLIENT}`), 'too-many')
    assert.equal(await attempt(PROXY, OTHER), 'link-ended')
  }))

void test('D-64 requests whose header names no client share their attempts', () =>
  withAttempts(2, async (attempt) => {
    const unknown = [null, CLIENT, `, ${PROXY}`, `unknown, ${PROXY}`, `${'1'.repeat(2_100)}, ${PROXY}`]
    for (let count = 0; count < ADDRESS_MAX; count += 1)
      assert.equal(await attempt(PROXY, unknown[count % unknown.length] ?? null), 'link-ended')
    for (const forwarded of unknown) assert.equal(await attempt(OTHER, forwarded), 'too-many')
    assert.equal(await attempt(PROXY, `${CLIENT}, ${PROXY}`), 'link-ended')
  }))

for (const proxies of [-1, 11, 1.5, Number.NaN])
  void test(`rejects ${proxies} proxies`, async () => {
    await assert.rejects(createService({ store: 'file::memory:', proxies }), RangeError)
  })
