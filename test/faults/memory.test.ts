// The heaps of BFF and service after a sale and an application: no regulated value, token or proof is reachable, and a secret only where
// it is configuration.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { llcValues } from '../../packages/service/src/testing.ts'
import { openDeployment, type Deployment } from '../kit/deployment.ts'
import { INSPECTED, readHeap, type Heap } from '../kit/heap.ts'
import { visit } from '../kit/shopper.ts'
import { until } from '../kit/until.ts'

const [signer] = llcValues().signers
/** The name of the company is on the heap; a text with it that ends after 1,024 characters could hide a regulated value. */
const COMPANY = 'Canary Wharf Cycles 7391 LLC'
const REGULATED = {
  'tax ID': '471829365',
  'account number': '73920184659301',
  'Social Security number': '531846207',
}
const VALUES = llcValues({
  corporateName: COMPANY,
  taxId: REGULATED['tax ID'],
  banking: {
    bankName: 'First Bank',
    routingNumber: '021000021',
    accountNumber: REGULATED['account number'],
  },
  signers: [{ ...signer!, ownershipPercentage: '100', ssn: REGULATED['Social Security number'] }],
})
/** Requests after the use. The engine caches the very last texts; that cache then holds theirs. */
const REQUESTS = 20
/** Length at which a snapshot cuts a text. */
const CUT = 1_024

type Name = 'bff' | 'service'
type Secret = keyof Deployment['secrets']

/** The secrets that a process keeps as texts, and why. The service stores API keys as hashes. */
const KEPT: Readonly<Record<Name, Partial<Record<Secret, string>>>> = {
  bff: {
    terminalKey: 'each request to the terminal API carries it',
    boardingKey: 'each request to the boarding API carries it',
    hostSecret: 'the configuration, which each request of the host is compared with',
    bffSecret: 'the keys of a rotation derive from it',
  },
  service: { dataKey: 'the command that runs, whose environment has it anyway' },
}

let deployment: Deployment
let heaps: Readonly<Record<Name, Heap>>
/** Tokens and proofs that pages sent. */
const sent = new Set<string>()

/** The connection of a browser, which keeps what authorized each request. */
const listening: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers)
  for (const name of ['authorization', 'dpop']) {
    const [, claims, signature] = headers.get(name)?.split('.') ?? []
    // A snapshot cuts a long text before its signature.
    for (const part of [claims?.slice(0, 100), signature]) if (part !== undefined) sent.add(part)
  }
  return fetch(input, init)
}

before(async () => {
  deployment = await openDeployment({ environment: INSPECTED })
  const { bff, service } = deployment
  const { deviceId, terminal } = await deployment.terminal('MEMORY')
  const visited = visit(deployment.shop(deviceId, listening), 'order-of-memory', () => 0.5)
  await terminal.prompt()
  await terminal.tap()
  assert.equal((await visited).shown, 'approved')
  const page = deployment.signUp('applicant-of-memory', listening)
  const answer = await page.submit(await page.body(VALUES))
  assert.ok(answer.ok && answer.value?.appId, JSON.stringify(answer))
  for (let count = 0; count < REQUESTS; count += 1) {
    await fetch(`${bff.url}/v1/checkout`)
    await fetch(`${service.url}/v1/Device`, { headers: { authorization: `tb_test_wrong_${count}` } })
  }
  const bffHeap = await readHeap(bff)
  // The service reads the application once more for each status; a snapshot meanwhile shows its work and not what it keeps.
  await until('the application is decided', async () => {
    const status = await page.status()
    return status.ok && status.value?.state === 'approved'
  })
  heaps = { bff: bffHeap, service: await readHeap(service) }
})
after(() => deployment.close())

for (const name of ['bff', 'service'] as const) {
  test(`P40 no regulated value is reachable in the memory of the ${name} after a submission`, () => {
    for (const [kind, value] of Object.entries(REGULATED))
      assert.deepEqual(heaps[name].find([value]), [], kind)
    const cut = heaps[name].find([COMPANY]).filter(({ text }) => text.length >= CUT)
    assert.deepEqual(cut, [])
  })

  test(`no token and no proof of a page is reachable in the memory of the ${name} after its use`, () => {
    assert.ok(sent.size >= 10, `${sent.size} were sent`)
    assert.deepEqual(heaps[name].find([...sent]), [])
  })

  test(`secrets are in the memory of the ${name} only where it needs them`, () => {
    for (const [secret, value] of Object.entries(deployment.secrets)) {
      const found = heaps[name].find([value])
      if (KEPT[name][secret as Secret] === undefined) assert.deepEqual(found, [], secret)
      else assert.ok(found.length > 0, `${secret} is no exception any more`)
    }
  })
}
