import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import * as contract from '@tapboard/contract'
import fc from 'fast-check'
import { propertyRuns } from '@tapboard/contract/testing'
import * as z from 'zod/mini'
import { APPROVED, DEVICES, SALE } from '../src/testing/scripted-bff.ts'
import { APPLICATION, APPLY_PAGE, APPLY_NOW_MS, TERMS, TIERS } from '../src/testing/scripted-boarding.ts'
import { SCHEMAS } from './browser.ts'
import { compile, compileRoutes, RUNTIME } from './precompile.ts'

type Judge = (value: unknown) => { success: boolean; data?: unknown }

/** Both forms of a schema, each as a judge. */
async function both(schema: z.ZodMiniType): Promise<readonly [Judge, Judge]> {
  const source = `const CURRENCIES = ${JSON.stringify(contract.CURRENCIES)}
    ${RUNTIME}
    export default judge(${compile(schema)})`
  const module = (await import(`data:text/javascript,${encodeURIComponent(source)}`)) as {
    default: { safeParse: Judge }
  }
  return [(value) => schema.safeParse(value), module.default.safeParse]
}

const CHECKOUT = {
  merchant: { id: 'm', name: 'M' },
  environment: 'sandbox',
  order: 'o',
  amountMinor: 4200,
  currency: 'USD',
  devices: DEVICES,
  sale: { ...SALE, ...APPROVED },
  nextAttempt: 1,
  features: { cancel: true, details: true },
  nowMs: 1,
}
const PROBLEM = {
  type: 'urn:x',
  title: 't',
  status: 409,
  detail: 'd',
  issues: [{ path: 'p', code: 'c', message: 'm' }],
  sale: SALE,
  extra: 1,
}
const SIGNER = contract.emptySigner(true)
const VALUES = { ...contract.emptyValues(), signers: [SIGNER] }
const DRAFT = { step: 'tax', values: VALUES, version: 2, savedAtMs: APPLY_NOW_MS, expiresAtMs: APPLY_NOW_MS }
const AGREED = { signerName: 's', atMs: 1, documents: [{ title: 't', version: 'v', sha256: 's' }] }
const SAMPLES: Readonly<Record<string, unknown>> = {
  AmountMinor: 4200,
  DeviceView: DEVICES[0],
  Sale: SALE,
  Checkout: CHECKOUT,
  StaleFrame: { staleSinceMs: 1, nowMs: 2 },
  OrderFrame: { order: 'o', sale: SALE, superseded: false, nowMs: 2 },
  TransactionDetails: { reference: 'r', rows: [{ name: 'n', value: 'v' }] },
  Issue: PROBLEM.issues[0],
  Problem: PROBLEM,
  RegisteredDevice: { device: DEVICES[0], pairingCode: null },
  AddressValues: SIGNER.address,
  SignerValues: SIGNER,
  BankingValues: VALUES.banking,
  ApplicationValues: VALUES,
  TierView: TIERS[0],
  TermsDocument: TERMS.documents[0],
  Consent: TERMS.consents[0],
  Terms: TERMS,
  ApplicationDraft: DRAFT,
  ApplicationSnapshot: { ...APPLICATION, issues: PROBLEM.issues, agreed: AGREED },
  SealKey: APPLY_PAGE.sealKey,
  ApplicationPage: { ...APPLY_PAGE, draft: DRAFT },
  SavedDraft: { version: 1, savedAtMs: 1, expiresAtMs: 2 },
}

/** All places in a JSON value. */
const places = (value: unknown, at: readonly string[] = []): string[][] => [
  [...at],
  ...(typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, part]) => places(part, [...at, name]))
    : []),
]

function change(value: unknown, at: readonly string[], to: unknown): unknown {
  const [first, ...rest] = at
  if (first === undefined) return to
  // JSON has no holes: a missing entry of a list makes it shorter.
  if (Array.isArray(value) && rest.length === 0 && to === undefined)
    return value.filter((_, n) => `${n}` !== first)
  const copy = structuredClone(value) as Record<string, unknown>
  if (rest.length === 0 && to === undefined) delete copy[first]
  else copy[first] = change(copy[first], rest, to)
  return copy
}

test('every schema that a browser file carries has a sample here', () => {
  assert.deepEqual(Object.keys(SAMPLES).toSorted(), [...SCHEMAS].toSorted())
})

/** Text of every product file of the elements. */
const productFiles = (): readonly string[] => {
  const folder = new URL('../src/', import.meta.url)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.(test|browser)\.ts$|^testing\//.test(file),
  )
  return files.map((file) => readFileSync(new URL(file, folder), 'utf8'))
}

/** The first group of every match in a product file, each once. */
const foundIn = (pattern: RegExp): Set<string> =>
  new Set(productFiles().flatMap((text) => Array.from(text.matchAll(pattern), ([, name]) => name!)))

test('every route that an element calls has compiled answers: the browser judges by no other', () => {
  const compiled = compileRoutes(SCHEMAS)
  const routes = foundIn(/\bweb\.(\w+)/g)
  assert.ok(routes.size > 15)
  for (const name of routes) {
    assert.ok(compiled.has(name), `the contract has no route "${name}"`)
    // Only its path is used.
    if (name !== 'getLiveness') assert.doesNotMatch(compiled.get(name)!, /answers: \{ *\}/, name)
  }
})

test('every schema that an element judges by itself is compiled: another one would be missing in the browser', () => {
  const used = foundIn(/\b([A-Z]\w+)\.(?:safeParse|parse)\(/g)
  used.delete('JSON')
  used.delete('Date')
  assert.ok(used.size > 4)
  assert.deepEqual(
    [...used].filter((name) => !SCHEMAS.includes(name)),
    [],
  )
})

for (const [name, sample] of Object.entries(SAMPLES)) {
  test(`${name}: the compiled form says what the contract says, whatever is changed in an answer`, async () => {
    const schema = new Map<string, unknown>(Object.entries(contract)).get(name) as z.ZodMiniType
    const [written, compiled] = await both(schema)
    assert.equal(written(sample).success, true)
    const wrong = fc.oneof(
      fc.constantFrom<unknown>(
        undefined,
        null,
        '',
        0,
        -1,
        1.5,
        true,
        [],
        {},
        'USD',
        'approved',
        1e9,
        '__proto__',
      ),
      fc.jsonValue({ maxDepth: 2 }),
    )
    fc.assert(
      fc.property(fc.constantFrom(...places(sample)), wrong, (at, to) => {
        const value = change(sample, at, to)
        const [one, two] = [written(value), compiled(value)]
        assert.equal(two.success, one.success, JSON.stringify(value))
        if (one.success) assert.deepEqual(two.data, one.data)
      }),
      propertyRuns(20261121, 1500),
    )
  })
}

test('a part that cannot be compiled stops the build', () => {
  assert.throws(() => compile(z.string().check(z.minLength(1))), /cannot be compiled/)
  assert.throws(() => compile(z.strictObject({})), /cannot be compiled/)
  assert.throws(() => compile(z._default(z.array(z.string()), () => [])), /cannot be compiled/)
  assert.throws(() => compile(z.union([z.string(), z.number()])), /cannot be compiled/)
})

test('names that a page has put into every object are no part of a schema', async () => {
  const [, compiled] = await both(contract.DeviceView)
  const [device] = DEVICES
  Object.defineProperty(Object.prototype, 'junk', { value: 'junk', enumerable: true, configurable: true })
  try {
    assert.deepEqual(compiled(device), { success: true, data: device })
  } finally {
    Reflect.deleteProperty(Object.prototype, 'junk')
  }
})
