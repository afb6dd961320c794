/** A terminal that says hello at the moment in which another one is paired as the same device, or the device is removed. */
import assert from 'node:assert/strict'
import { eachEngine } from '@tapboard/store/testing'
import { openAccounts } from '../account/accounts.ts'
import { openKernel } from '../app/open-kernel.ts'
import { DeviceRepository } from '../cloud/device/device-repository.ts'
import type { Tables } from '../schema/schema.ts'
import { Pairing } from './pairing.ts'

eachEngine<Tables>(
  'D-28 a terminal whose key was replaced after its hello takes no channel',
  async ({ store }) => {
    const kernel = await openKernel({ store })
    const [devices, pairing] = [new DeviceRepository(kernel), new Pairing(kernel)]
    const account = await openAccounts(kernel).createAccount('Shop')
    const wanted = { serial: 'SN-1', make: 'Make', name: 'Counter' }
    const made = await devices.register(account?.id ?? '', wanted)
    assert.ok(made.type === 'registered')
    const { id } = made.row
    const known = async (secret: { pairingCode: string } | { terminalKey: string }) => {
      const result = await pairing.authenticate({ serial: 'SN-1', ...secret }, null)
      assert.ok(result.type === 'known')
      return result
    }
    const first = await known({ pairingCode: made.pairingCode })
    assert.equal(await pairing.claim(id, 'channel-1', first.keyHash), true)
    // The old terminal has said hello; before it takes the channel, another one is paired.
    const old = await known({ terminalKey: first.terminalKey ?? '' })
    const other = await known({ pairingCode: (await devices.newPairingCode(id)) ?? '' })
    assert.equal(await pairing.claim(id, 'channel-2', other.keyHash), true)
    assert.equal(await pairing.claim(id, 'channel-3', old.keyHash), false)
    assert.equal(await pairing.ownershipOf(id, 'channel-2'), 'ours')
    const back = await known({ terminalKey: other.terminalKey ?? '' })
    const row = await devices.read(id)
    assert.ok(row !== null && (await devices.remove(row)))
    assert.equal(await pairing.claim(id, 'channel-4', back.keyHash), false)
    assert.equal(await pairing.ownershipOf(id, 'channel-4'), 'removed')
  },
)
