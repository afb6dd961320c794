// The option `notices` reaches the store, and ends with the BFF.
import assert from 'node:assert/strict'
import { eachEngine } from '@tapboard/store/testing'
import { silentLog } from '@tapboard/server'
import { benchOptions } from '../testing/bench.ts'
import { createBff } from './assembly.ts'

eachEngine<unknown>(
  'D-202 a BFF subscribes to the port of its host',
  async ({ url }) => {
    let subscribed = 0
    const notices = {
      publish: async () => {},
      subscribe: async () => {
        subscribed += 1
        return async () => void (subscribed -= 1)
      },
    }
    const bff = await createBff({ ...benchOptions({ store: url }), notices, log: silentLog })
    await bff.start()
    assert.equal(subscribed, 1)
    await bff.close()
    assert.equal(subscribed, 0)
  },
  {},
  ['postgres'],
)
