/** The commands about devices, run on a file, and the same function in a program. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { carryOut } from '../testing/command.ts'
import { createService } from '../app/service.ts'

void test('"devices add" registers a terminal by the rules of the API and prints its ID alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tapboard-service-'))
  const at = `--store file:${join(folder, 'service.db')}`
  try {
    const early = await carryOut(`devices add --account Shop --serial SN-1 ${at}`)
    assert.deepEqual([early.code, early.out], [1, ''])
    assert.match(early.err, /tapboard-service accounts add "Shop"/)
    await carryOut(`accounts add Shop --sandbox ${at}`)
    await carryOut(`accounts add Live ${at}`)
    const key = (await carryOut(`keys create --account Shop ${at}`)).out.trim()

    const made = await carryOut(`devices add --account Shop --serial SN-1 --make paxa920pro --sandbox ${at}`)
    assert.match(made.out, /^dev_[a-z2-7]{26}\n$/)
    assert.match(
      made.err,
      /^Type the pairing code \S+( \S+)? at the terminal within 24 hours; it works once\.\n$/,
    )
    const again = await carryOut(`devices add --account Shop --serial SN-1 ${at}`)
    assert.deepEqual([again.code, again.out], [1, ''])
    const deviceId = made.out.trim()
    assert.match(again.err, new RegExp(`registered as ${deviceId}\\. Use that one`))
    const live = await carryOut(`devices add --account Live --serial SN-1 --sandbox ${at}`)
    assert.deepEqual([live.code, live.out], [1, ''])
    assert.match(live.err, /"Live" is a live account\. Test terminals belong to a test account\./)
    assert.equal((await carryOut(`devices add --account Live --serial SN-1 ${at}`)).code, 0)
    const scripted = await carryOut(`devices add --account Shop --serial COUNTER-OK --name Counter ${at}`)
    assert.match(scripted.err, /"serve --scripted" simulates this terminal after at most two seconds/)

    const seen: unknown[] = []
    await carryOut(`serve --scripted --port 0 ${at}`, async (out) => {
      const url = /http:\/\/[^\s,]+/.exec(out)?.[0] ?? ''
      const list = await fetch(`${url}/v1/Device`, { headers: { authorization: key } })
      const { xDevices } = (await list.json()) as { xDevices: Record<string, unknown>[] }
      for (const one of xDevices)
        seen.push([one['deviceSerialNumber'], one['deviceMake'], one['deviceFriendlyName']])
    })
    assert.deepEqual(seen, [
      ['SN-1', 'A920 Pro', 'SN-1'],
      ['COUNTER-OK', 'A920', 'Counter'],
    ])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

void test('a program registers a terminal with "devices.register"', async () => {
  const service = await createService({ store: 'file::memory:' })
  try {
    const device = { serial: 'SN-1', make: 'a77', name: ' Bar ' }
    assert.equal(await service.devices.register('acc_none', device), null)
    const account = await service.accounts.createAccount('Shop')
    const accountId = account?.id ?? ''
    const wrong = service.devices.register(accountId, { ...device, serial: '..' })
    await assert.rejects(wrong, { name: 'RangeError', message: /^serial is not valid\. Give 1 to 32/ })
    const made = await service.devices.register(accountId, device)
    assert.equal(made?.type, 'registered')
    const again = await service.devices.register(accountId, device)
    assert.deepEqual(again, { type: 'exists', deviceId: made.deviceId })
  } finally {
    await service.close()
  }
})
