/** The commands about the store of the service as a whole. */
import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createService } from '../app/service.ts'
import { carryOut } from '../testing/command.ts'

void test('"migrate" applies what "migrate --check" lists', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tapboard-service-'))
  const at = `--store file:${join(folder, 'service.db')}`
  try {
    assert.equal((await carryOut(`migrate --check ${at}`)).code, 1, 'there is no file yet')
    const applied = await carryOut(`migrate ${at}`)
    assert.equal(applied.code, 0)
    assert.match(applied.out, /^applied: service migration-tables\napplied: service /)
    const upToDate = { code: 0, out: 'The tables are up to date.\n', err: '' }
    assert.deepEqual(await carryOut(`migrate --check ${at}`), upToDate)
    assert.deepEqual(await carryOut(`migrate ${at}`), upToDate)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

void test('"backup" copies the store of a running service, "restore" puts the copy back', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tapboard-service-'))
  const store = join(folder, 'service.db')
  const at = `--store file:${store}`
  const copy = join(folder, 'copy.db')
  const running = await createService({ store: `file:${store}` })
  try {
    await running.accounts.createAccount('Shop')
    const made = await carryOut(`backup ${copy} ${at}`)
    assert.deepEqual(made, { code: 0, out: `copied to ${copy}\n`, err: '' })
    const refused = await carryOut(`restore ${copy} ${at}`)
    assert.equal(refused.code, 1)
    assert.match(refused.err, /service\.db exists; nothing was overwritten/)
    await running.close()
    for (const name of await readdir(folder)) if (name.startsWith('service.db')) await rm(join(folder, name))
    assert.equal((await carryOut(`restore ${copy} ${at}`)).code, 0)
    assert.match((await carryOut(`accounts list ${at}`)).out, /Shop/)
  } finally {
    await running.close()
    await rm(folder, { recursive: true, force: true })
  }
})
