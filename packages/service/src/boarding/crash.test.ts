/** A service killed while it receives applications: each is stored whole with its token's use, or not at all. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openStore } from '@tapboard/store'
import { hashOf } from '../account/secret.ts'
import type { Tables } from '../schema/schema.ts'
import { createService } from '../app/service.ts'
import { llcValues, Partner } from '../testing.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

async function serve(store: string) {
  const child = spawn(process.execPath, ['--conditions=tapboard-source', main, 'serve', '--port', '0'], {
    env: { ...process.env, TAPBOARD_SERVICE_STORE_URL: store },
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line.toString())?.[0] ?? ''
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return { url, kill }
}

void test('D-25 a service killed while it receives applications stores each one whole or not at all, and keeps every acknowledged one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tapboard-crash-'))
  const url = `file:${join(folder, 'service.db')}`
  const operator = await createService({ store: url })
  const store = await openStore<Tables>(url)
  try {
    const partner = await Partner.join(operator)
    const answered: string[] = []
    const sent = new Map<string, string>()
    for (const round of [1, 2, 3]) {
      const names = Array.from({ length: 24 }, (_, index) => `Company ${round} ${index} LLC`)
      const bodies: string[] = []
      for (const corporateName of names) {
        const token = await partner.agree('Standard', corporateName)
        sent.set(hashOf(token), corporateName)
        bodies.push(JSON.stringify(partner.submission(llcValues({ corporateName }), token)))
      }
      const child = await serve(url)
      const enough = Promise.withResolvers<void>()
      let count = 0
      const all = bodies.map(async (body) => {
        const answer = await fetch(`${child.url}/boarding/SubmitGoApp`, { method: 'POST', body }).catch(
          () => null,
        )
        const read = (await answer?.json().catch(() => null)) as { AppId?: string } | null | undefined
        if (read?.AppId !== undefined) answered.push(read.AppId)
        count += 1
        if (count === round * 5) enough.resolve()
      })
      await enough.promise
      await child.kill()
      await Promise.all(all)
    }
    const rows = await store.db.selectFrom('service_application').selectAll().execute()
    const tokens = await store.db.selectFrom('service_terms_token').selectAll().execute()
    assert.ok(answered.length >= 30)
    for (const appId of answered)
      assert.ok(
        rows.some(({ id }) => id === appId),
        'an acknowledged application is stored',
      )
    assert.equal(tokens.length, sent.size)
    for (const { hash, used_by: usedBy } of tokens) {
      const made = rows.filter(({ token_hash: of }) => of === hash)
      assert.deepEqual(
        made.map(({ id }) => id),
        usedBy === null ? [] : [usedBy],
      )
      assert.ok(made.every(({ corporate_name: name }) => name === sent.get(hash)))
    }
    const forwards = await store.db.selectFrom('service_forward').select('id').execute()
    assert.deepEqual(
      forwards.map(({ id }) => id).toSorted(),
      rows.map(({ id }) => id).toSorted(),
      'and each is queued for the onboarding processor',
    )
  } finally {
    await operator.close()
    await store.close()
    await rm(folder, { recursive: true, force: true })
  }
})
