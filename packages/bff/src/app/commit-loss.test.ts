// A PostgreSQL store that can lose a commit is reported at the start and by doctor.
import assert from 'node:assert/strict'
import { openStore } from '@tapboard/store'
import { eachEngine } from '@tapboard/store/testing'
import { warnOfCommitLoss } from './commit-loss.ts'
import { examineStore } from './doctor/store.ts'

/** The URL with a setting of its sessions. */
const withSetting = (url: string, setting: string): string =>
  `${url}?options=${encodeURIComponent(`-c ${setting}`)}`

const linesOf = async (store: Parameters<typeof warnOfCommitLoss>[0]): Promise<readonly string[]> => {
  const lines: string[] = []
  const warn = ({ code, reason }: object & { code?: string; reason?: string }): void =>
    void lines.push(`${code} ${reason}`)
  await warnOfCommitLoss(store, { info: () => {}, warn, error: () => {} })
  return lines
}

const examined = (url: string) => examineStore(url, { openStore, look: async () => 'file', now: Date.now })

eachEngine<unknown>(
  'D-170 a start with a store that keeps its commits logs no warning',
  async ({ store, url }) => {
    assert.deepEqual(await linesOf(store), [])
    assert.equal((await examined(url)).state, 'ok')
  },
)

eachEngine<unknown>(
  'D-170 start and doctor warn of a PostgreSQL that can lose commits',
  async ({ url }) => {
    const hasty = withSetting(url, 'synchronous_commit=off')
    const store = await openStore<unknown>(hasty)
    try {
      assert.deepEqual(await linesOf(store), ['store-loses-commits crash'])
    } finally {
      await store.close()
    }
    const finding = await examined(hasty)
    assert.equal(finding.state, 'warn')
    assert.match(finding.message, /synchronous_commit/)
  },
  {},
  ['postgres'],
)
