// The variable TAPBOARD_SERVICE_NOTICES_MODULE of "serve".
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { carryOut } from '../testing/command.ts'

void test('D-207 "serve" imports the module of the operator for notices, and closes it after the store', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tapboard-service-'))
  const module = join(folder, 'notices.mjs')
  const ended: string[] = []
  Object.assign(globalThis, { serviceNoticesEnded: (name: string) => ended.push(name) })
  const environment = { TAPBOARD_SERVICE_NOTICES_MODULE: module }
  const line = 'serve --port 0 --store file::memory:'
  try {
    const missing = await carryOut(line, undefined, environment)
    assert.equal(missing.code, 1)
    assert.match(
      missing.err,
      /^TAPBOARD_SERVICE_NOTICES_MODULE must be the path of a module that can be loaded/m,
    )
    assert.match(missing.err, /explain config-invalid$/m)
    await writeFile(
      module,
      `export default { async publish() {}, async subscribe() {}, async close() { serviceNoticesEnded('closed') } }`,
    )
    assert.equal((await carryOut(line, undefined, environment)).code, 0)
    assert.deepEqual(ended, ['closed'])
  } finally {
    Reflect.deleteProperty(globalThis, 'serviceNoticesEnded')
    await rm(folder, { recursive: true, force: true })
  }
})
