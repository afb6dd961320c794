// D-140: the commands that manage the key pairs of a ledger, on both engines, beside a running instance.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStore, type Store } from '@tapboard/store'
import { eachEngine } from '@tapboard/store/testing'
import { draftBinding } from '../application/draft/drafts.ts'
import type { SubmissionTables } from '../application/submission/tables.ts'
import { benchOptions, SECRETS, signUpOptions } from '../testing/bench.ts'
import type { KeyTables } from '../token/key-table.ts'
import { seal, unseal } from '../token/seal.ts'
import { deriveKeys } from '../token/secret.ts'
import { createBff } from './assembly.ts'
import { runAudit } from './audit-cli.ts'
import { runTapboard } from './doctor/cli.ts'
import type { Environment } from './environment.ts'

const OLD = SECRETS.secret
const NEW = 'another-secret-of-all-instances-0123456789'
const random = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length))

const environmentOf = (store: string, secret: string): Environment => ({
  TAPBOARD_SECRET: secret,
  TAPBOARD_STORE_URL: store,
  TAPBOARD_PUBLIC_URL: 'https://pay.example',
  TAPBOARD_TERMINAL_URL: 'https://terminal.example',
  TAPBOARD_UPSTREAM_ENVIRONMENT: 'sandbox',
  TAPBOARD_MERCHANTS: JSON.stringify(benchOptions().merchants),
})

async function keys(environment: Environment, ...args: readonly string[]) {
  const out: string[] = []
  const errors: string[] = []
  const code = await runTapboard({
    args: ['keys', ...args],
    user: 'operator',
    environment,
    readText: () => assert.fail('no file'),
    nodeVersion: process.versions.node,
    print: (line) => void out.push(line),
    // The line that leads to the catalogue of errors has a test of its own.
    printError: (line) => void (line.startsWith('More: ') || errors.push(line)),
    randomText: () => '',
    now: () => 0,
    fetch: () => assert.fail('no request'),
    look: () => Promise.resolve('nothing'),
    openStore,
    openTransport: () => assert.fail('no request'),
  })
  return { code, out, errors }
}

const idOf = (lines: readonly string[], purpose: string, role: string): string =>
  /^\S+/.exec(lines.find((line) => line.includes(`  ${purpose}  ${role}  `)) ?? '')?.[0] ?? ''

eachEngine<KeyTables>('D-140 lists, rotates and revokes the keys of a ledger', async ({ url }) => {
  const bff = await createBff(signUpOptions({ store: url }))
  const environment = environmentOf(url, OLD)
  const before = await keys(environment, 'list')
  assert.deepEqual([before.code, before.out.length], [0, 4])
  const [current, next] = [idOf(before.out, 'signing', 'current'), idOf(before.out, 'signing', 'next')]
  const rotated = await keys(environment, 'rotate')
  assert.equal(rotated.out[0], `${next} is the current signing key.`)
  const after = (await keys(environment, 'list')).out
  assert.equal(idOf(after, 'signing', 'previous'), current)
  assert.equal(idOf(after, 'sealing', 'current'), idOf(before.out, 'sealing', 'next'))
  for (const line of after) assert.match(line, /  created \d{4}-\d\d-\d\dT/)
  assert.deepEqual((await keys(environment, 'revoke', current)).out, [`${current} is revoked.`])
  assert.equal((await keys(environment, 'revoke', current)).code, 1)
  const left = (await keys(environment, 'list')).out
  assert.equal(
    left.some((line) => line.includes(current)),
    false,
  )
  await bff.close()
})

eachEngine<KeyTables>(
  'D-147 records who rotated, revoked and resealed, and verifies the record',
  async ({ url }) => {
    const bff = await createBff(signUpOptions({ store: url }))
    const environment = environmentOf(url, OLD)
    const current = idOf((await keys(environment, 'list')).out, 'signing', 'current')
    await keys(environment, 'rotate')
    await keys(environment, 'revoke', current)
    await keys(environment, 'revoke', 'no-such-key')
    await keys(environment, 'reseal')
    await bff.rotateKeys()
    const printed: string[] = []
    const audit = (command: string): Promise<number> =>
      runAudit({
        args: [command],
        environment,
        print: (line) => void printed.push(line),
        printError: (line) => assert.fail(line),
      })
    assert.equal(await audit('log'), 0)
    const records = printed.map((line) => JSON.parse(line) as Record<string, unknown>)
    assert.deepEqual(
      records.map(({ action, by, user, purpose }) => [action, by, user, purpose]),
      [
        ['key-rotated', 'command', 'operator', 'signing key'],
        ['key-rotated', 'command', 'operator', 'seal key'],
        ['key-revoked', 'command', 'operator', 'signing key'],
        ['values-resealed', 'command', 'operator', undefined],
        ['key-rotated', 'process', undefined, 'signing key'],
      ],
    )
    assert.equal(records[2]?.['keyId'], current)
    assert.equal(await audit('verify'), 0)
    assert.equal(printed.at(-1), 'ok: 0 sales, 0 events; 5 records of the audit log')
    assert.equal(await audit('heads'), 0)
    assert.match(printed.at(-1) ?? '', /^audit:keys 5 [0-9a-f]{64}$/)
    await bff.close()
  },
)

eachEngine<KeyTables>(
  'D-140 encrypts stored values again, so that the old secret can be removed',
  async ({ store, url }) => {
    await (await createBff(signUpOptions({ store: url, secret: OLD }))).close()
    const submissions = store as unknown as Store<SubmissionTables>
    const { draftRing } = deriveKeys(OLD)
    const draft = await seal('{"a":1}', draftRing, draftBinding('apl_1'), random)
    const zero = { version: 1, created_at_ms: 0, draft_version: 1, draft_saved_at_ms: 0, draft_step: 'tax' }
    const none = {
      app_id: null,
      reference: null,
      tier_name: null,
      submitted_at_ms: null,
      checked_at_ms: null,
    }
    const row = { id: 'apl_1', merchant: 'shop', applicant: 'a', state: 'draft', issues: '[]', agreed: null }
    await submissions.db
      .insertInto('application')
      .values({ ...row, ...none, ...zero, draft } as never)
      .execute()
    const both = environmentOf(url, `${NEW},${OLD}`)
    assert.match((await keys(both, 'reseal')).out[0] ?? '', /drafts and tokens changed: 1\.$/)
    assert.match((await keys(both, 'reseal')).out[0] ?? '', /drafts and tokens changed: 0\.$/)
    const kept = await submissions.db.selectFrom('application').select('draft').executeTakeFirstOrThrow()
    const text = await unseal(
      kept.draft ?? new Uint8Array(),
      deriveKeys(NEW).draftRing,
      draftBinding('apl_1'),
    )
    assert.equal(text, '{"a":1}')
    const last = await keys(environmentOf(url, NEW), 'reseal')
    assert.deepEqual([last.code, last.out.length], [0, 1])
    assert.equal((await keys(both, 'reseal')).out.length, 2, 'the copy for the old secret is named')
    await keys(environmentOf(url, NEW), 'reseal')
    await submissions.db
      .updateTable('application')
      .set({
        draft: await seal('{}', deriveKeys('a-secret-that-was-lost-0123456789').draftRing, 'x', random),
      })
      .execute()
    const lost = await keys(environmentOf(url, NEW), 'reseal')
    assert.equal(lost.code, 1)
    assert.match(lost.errors.join(), /^1 drafts or tokens open with no secret of TAPBOARD_SECRET\./)
    await (await createBff(signUpOptions({ store: url, secret: NEW }))).close()
  },
)

void test('D-140 reports a wrong call, a wrong secret and a missing ledger without a value', async () => {
  const environment = environmentOf('file:no/such/ledger.db', OLD)
  for (const args of [[], ['show'], ['revoke'], ['list', 'x'], ['revoke', 'a', 'b']]) {
    const { code, errors } = await keys(environment, ...args)
    assert.equal(code, 2)
    assert.match(errors[0] ?? '', /tapboard keys list/)
  }
  assert.match((await keys(environment, 'list')).errors[0] ?? '', /^TAPBOARD_STORE_URL: /)
  const short = await keys(environmentOf('file::memory:', 'short'), 'list')
  assert.match(short.errors[0] ?? '', /^TAPBOARD_SECRET must be/)
  assert.deepEqual((await keys(environmentOf('file::memory:', OLD), 'list')).errors, [
    'There is no ledger in the store of TAPBOARD_STORE_URL; start the BFF on it once.',
  ])
})
