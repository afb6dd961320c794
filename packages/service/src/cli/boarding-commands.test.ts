/** The boarding commands, run on a file. */
import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { carryOut } from '../testing/command.ts'
import { readCommand } from './read-command.ts'
import { createService } from '../app/service.ts'
import { llcValues, Partner, TEST_DATA_KEY } from '../testing.ts'

async function withFolder(body: (store: string, folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tapboard-boarding-'))
  try {
    await body(`file:${join(folder, 'service.db')}`, folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const carrier =
  (store: string) =>
  (args: readonly string[], environment: Record<string, string> = {}) =>
    carryOut([...args, '--store', store], undefined, environment)

void test('§2.4 adds, lists and removes tiers; a sandbox tier has the test co-brand', () =>
  withFolder(async (store, folder) => {
    const carry = carrier(store)
    assert.equal(
      (await carry(['tiers', 'add', '--account', 'Shop', '--tier', 'Basic'])).code,
      1,
      'no such account',
    )
    await carry(['accounts', 'add', 'Shop'])
    const fees = ['--fee', 'Card present=2.6 % + 10¢', '--fee', 'Monthly = $0']
    const live = await carry(
      [
        'tiers',
        'add',
        '--account',
        'Shop',
        '--tier',
        'Basic',
        '--label',
        'Basic plan',
        ...fees,
        '--cobrand',
        'harbor',
      ],
      { TAPBOARD_SERVICE_COBRAND_SECRET: 'co-brand-secret-1', TAPBOARD_SERVICE_DATA_KEY: TEST_DATA_KEY },
    )
    assert.match(
      live.out,
      /^tier_\w+ {2}Basic {2}Shop \(production, co-brand harbor\) {2}Card present: 2\.6 % \+ 10¢ {2}Monthly: \$0\n$/,
    )
    assert.deepEqual(await readdir(folder), ['service.db'], 'a key that is given needs no file')
    const test = await carry(['tiers', 'add', '--account', 'Shop', '--tier', 'Basic', '--sandbox'])
    assert.match(test.out, /sandbox, co-brand test-cobrand/)
    const again = await carry(['tiers', 'add', '--account', 'Shop', '--tier', 'Basic'])
    assert.deepEqual([again.code, again.out], [1, ''])
    assert.equal((await carry(['tiers', 'add', '--account', 'Shop', '--tier', 'x'.repeat(65)])).code, 1)
    const listed = (await carry(['tiers', 'list', '--account', 'Shop'])).out
    assert.equal(listed, live.out + test.out)
    const id = /^tier_\w+/.exec(listed)?.[0] ?? ''
    assert.equal((await carry(['tiers', 'remove', id])).code, 0)
    assert.equal((await carry(['tiers', 'remove', id])).code, 1)
    assert.equal((await carry(['tiers', 'list'])).out.split('\n').length, 2)
  }))

void test('§5.3 changes single boarding settings of an account and shows them', () =>
  withFolder(async (store) => {
    const carry = carrier(store)
    await carry(['accounts', 'add', 'Shop'])
    const settings = async (...args: readonly string[]) =>
      (await carry(['boarding', ...args, '--account', 'Shop'])).out.match(/(?<=: ).*/g)
    assert.deepEqual(await settings('show'), ['not set', 'no', 'none'])
    assert.deepEqual(await settings('set', '--agent', ' agent-7 '), ['agent-7', 'no', 'none'])
    assert.deepEqual(await settings('set', '--sandbox'), ['agent-7', 'yes', 'none'])
    assert.deepEqual(await settings('set', '--production'), ['agent-7', 'no', 'none'])
    assert.deepEqual(await settings('show'), ['agent-7', 'no', 'none'])
    const wrong = await carry(['boarding', 'set', '--account', 'Shop', '--agent', ' '])
    assert.deepEqual(
      [wrong.code, wrong.err],
      [
        1,
        'The agent ID must have 1 to 64 printable characters.\nMore: npx tapboard-service explain command-invalid\n',
      ],
    )
    assert.equal((await carry(['boarding', 'show', '--account', 'Nobody'])).code, 1)
  }))

void test('D-179 D-26 sets a webhook with a given or generated secret, and removes it', () =>
  withFolder(async (store) => {
    const carry = carrier(store)
    await carry(['accounts', 'add', 'Shop'])
    const set = ['boarding', 'set', '--account', 'Shop']
    const url = 'https://partner.example/hooks'
    const made = await carry([...set, '--webhook-url', url])
    assert.match(made.out, /Webhook: https:\/\/partner\.example\/hooks\n$/)
    assert.match(made.err, /^The webhooks are signed with whsec_[\w+/]{32}\. It is shown only once/)
    const secret = 'secret-of-the-partner-0001'
    const given = await carry([...set, '--webhook-url', url], { TAPBOARD_SERVICE_WEBHOOK_SECRET: secret })
    assert.deepEqual([given.code, given.err, given.out.includes(secret)], [0, '', false])
    const bytes = await readFile(store.slice('file:'.length), 'latin1')
    assert.equal(bytes.includes(secret), false, 'it is sealed')
    const shown = await carry(['boarding', 'show', '--account', 'Shop'])
    assert.match(shown.out, /Webhook: https/)
    assert.match((await carry([...set, '--no-webhook'])).out, /Webhook: none\n$/)
    const short = readCommand([...set, '--webhook-url', url], { TAPBOARD_SERVICE_WEBHOOK_SECRET: 'short' })
    assert.ok(!short.ok && short.code === 'config-invalid')
    const odd = readCommand([...set, '--webhook-url', 'ftp://partner.example/'], {})
    assert.ok(!odd.ok && odd.code === 'command-invalid')
  }))

void test('D-26 an operator changes a status within the allowed changes', () =>
  withFolder(async (store) => {
    const service = await createService({ store })
    const partner = await Partner.join(service)
    const appId = String((await partner.submit(llcValues())).body['AppId'])
    const carry = carrier(store)
    const move = (to: string) => carry(['applications', 'move', appId, to])
    assert.deepEqual(await move('action_required'), {
      code: 0,
      out: 'Moved from received to action_required.\n',
      err: '',
    })
    assert.match((await move('action_required')).err, /^It is action_required already\.\n/)
    assert.match(
      (await move('received')).err,
      /^It is action_required, and received does not follow that\.\n/,
    )
    assert.equal((await move('approved')).code, 0)
    assert.match((await move('declined')).err, /^It is approved, and that never changes\.\n/)
    assert.equal((await carry(['applications', 'move', 'app_none', 'declined'])).code, 1)
    assert.match((await carry(['applications', 'show', appId])).out, /Status: approved\n/)
    await service.close()
  }))

void test('P40 lists and shows applications with the last digits of their numbers only', () =>
  withFolder(async (store) => {
    const service = await createService({ store })
    const partner = await Partner.join(service)
    const sent = await partner.submit(llcValues(), { key: partner.testKey })
    assert.equal(sent.status, 200)
    const carry = carrier(store)
    const listed = (await carry(['applications', 'list', '--account', 'Partner'])).out
    assert.match(
      listed,
      /^app_\w+ {2}[\d-]+ [\d:]+ {2}received {2}Harbor Cycle Repair LLC \(Standard, sandbox\)\n$/,
    )
    const { out } = await carry(['applications', 'show', String(sent.body['AppId'])])
    assert.match(out, /taxId: •••• 4509\n/)
    assert.match(out, /banking\.accountNumber: •••• 5678\n/)
    assert.match(out, /Gateway account: gw_test_\w+ \(test-cobrand\)\n/)
    for (const secret of ['581234509', '70012345678', '219098765', '1980-02-29'])
      assert.equal((listed + out).includes(secret), false)
    assert.equal((await carry(['applications', 'show', 'app_none'])).code, 1)
    const other = await carry(['applications', 'reseal'], { TAPBOARD_SERVICE_DATA_KEY: TEST_DATA_KEY })
    assert.equal(other.code, 1)
    assert.match(
      other.err,
      /^A sealed value cannot be opened: the data key [0-9a-f]{8} is not configured\.\n/,
    )
    const kept = await readFile(`${store.slice('file:'.length)}.key`, 'utf8')
    const ring = { TAPBOARD_SERVICE_DATA_KEY: `${TEST_DATA_KEY},${kept}` }
    assert.match((await carry(['applications', 'reseal'], ring)).out, /^Sealed anew: 1 applications, 0 tiers/)
    assert.equal(
      (await carry(['applications', 'reseal'], { TAPBOARD_SERVICE_DATA_KEY: TEST_DATA_KEY })).code,
      0,
    )
    assert.match(
      (await carry(['applications', 'forget', '--days', '30'])).out,
      /^Removed .* of 0 applications\.\n$/,
    )
    const broken = await carry(['applications', 'reseal'], { TAPBOARD_SERVICE_DATA_KEY: 'x' })
    assert.deepEqual([broken.code, broken.err.startsWith('TAPBOARD_SERVICE_DATA_KEY must be')], [1, true])
    await service.close()
  }))
