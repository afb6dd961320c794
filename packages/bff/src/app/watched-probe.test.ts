import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StoreError } from '@tapboard/store'
import { keptLog } from '../sale/testing.ts'
import { watchProbe } from './watched-probe.ts'

const away = (cause?: unknown) => new StoreError('store-unavailable', 'away', { cause })

for (const [name, error, reason] of [
  ['a server that is away', away({ code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
  ['a full disk', away({ code: '53100' }), '53100'],
  ['a store that hangs', away(), 'timeout'],
  ['an error without a code', away(new Error('a sentence')), 'timeout'],
  ['an error that is no error of the store', { code: 'EIO' }, 'EIO'],
] as const)
  test(`the loss of a store is logged once with its cause: ${name}`, async () => {
    const { log, lines } = keptLog()
    const answers: (() => Promise<void>)[] = []
    const probe = watchProbe(async () => answers.shift()?.(), log)
    const fails = () => answers.push(() => Promise.reject(error))
    await probe()
    fails()
    await assert.rejects(probe(), (thrown) => thrown === error)
    fails()
    await assert.rejects(probe())
    await probe()
    await probe()
    assert.deepEqual(lines, [
      {
        level: 'error',
        code: 'store-down',
        reason,
        message: 'the store commits nothing; not ready',
      },
      { level: 'info', code: 'store-works', message: 'the store commits again' },
    ])
  })
