import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import * as contract from '@tapboard/contract'
import type { Route } from '@tapboard/contract'
import fc from 'fast-check'
import { propertyRuns } from '@tapboard/contract/testing'
import { build, type Plugin } from 'vite'
import * as z from 'zod/mini'
import { APPROVED, DEVICES, SALE } from '../src/testing/scripted-bff.ts'
import { APPLICATION, APPLY_PAGE, APPLY_NOW_MS, TERMS, TIERS } from '../src/testing/scripted-boarding.ts'
import { deskRow, doubted, ScriptedDesk } from '../src/testing/scripted-desk.ts'
import { compile, precompiled } from './precompile.ts'

type Judge = (value: unknown) => { success: boolean; data?: unknown }

interface Compiled {
  readonly safeParse: Judge
}

/** Runs a bundle of code that imports from the contract, with compiled schemas. */
async function run<Exports>(code: string): Promise<Exports> {
  const entry = '\0entry'
  const own: Plugin = {
    name: 'entry',
    resolveId: { order: 'pre', handler: (source) => (source.endsWith('/own-entry') ? entry : null) },
    load: (id) => (id === entry ? code : null),
  }
  const made = await build({
    configFile: false,
    root: fileURLToPath(new URL('..', import.meta.url)),
    logLevel: 'silent',
    resolve: { conditions: ['tapboard-source'] },
    plugins: [own, precompiled()],
    build: { write: false, lib: { entry: 'own-entry', formats: ['es'], fileName: 'bundle' } },
  })
  const [file] = (Array.isArray(made) ? made : [made]).flatMap((one) => ('output' in one ? one.output : []))
  assert.equal(file?.type, 'chunk')
  return (await import(`data:text/javascript,${encodeURIComponent(file.code)}`)) as Exports
}

const bundled = (names: readonly string[]): Promise<Readonly<Record<string, Compiled>>> =>
  run(`export { ${names.join(', ')} } from '@tapboard/contract'`)

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
const DESK_FRAME = new ScriptedDesk([deskRow(1)], [doubted(1)]).frame()

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
  DeskRow: deskRow(1),
  DeskFrame: DESK_FRAME,
  DeskPage: { sales: [deskRow(1)], cursor: null, nowMs: 2 },
  Desk: {
    ...DESK_FRAME,
    merchant: { id: 'm', name: 'n' },
    environment: 'sandbox',
    currency: 'USD',
    person: 'p',
    rights: ['view'],
    timeZone: 'UTC',
  },
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

const schemaOf = (name: string): z.ZodMiniType =>
  new Map<string, unknown>(Object.entries(contract)).get(name) as z.ZodMiniType

/** The first group of every match in a product file of the elements, each once. */
function foundIn(pattern: RegExp): readonly string[] {
  const folder = new URL('../src/', import.meta.url)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.(test|browser)\.ts$|^testing\//.test(file),
  )
  const texts = files.map((file) => readFileSync(new URL(file, folder), 'utf8'))
  return [...new Set(texts.flatMap((text) => Array.from(text.matchAll(pattern), ([, name = '']) => name)))]
}

test('every schema that an element imports has a sample here', () => {
  const imported = foundIn(/^import \{([^}]*)\} from '@tapboard\/contract'/gm)
    .flatMap((names) => names.split(',').map((name) => name.trim()))
    .filter((name) => Object.hasOwn(contract, name) && '_zod' in Object(schemaOf(name)))
  assert.ok(imported.length > 4)
  assert.deepEqual(
    imported.filter((name) => !Object.hasOwn(SAMPLES, name)),
    [],
  )
})

test('every route that an element calls keeps its method, path, token and answers', async () => {
  const names = foundIn(/\bweb\.([a-z]\w+)/g)
  assert.ok(names.length > 15)
  const { rows } = await run<{ rows: Readonly<Record<string, Route>> }>(
    `import { web } from '@tapboard/contract'\nexport const rows = { ${names.map((name) => `${name}: web.${name}`).join(', ')} }`,
  )
  const samples = new Map(Object.entries(SAMPLES).map(([name, sample]) => [schemaOf(name), sample] as const))
  for (const name of names) {
    const { method, path, auth, answers } = new Map<string, Route>(
      Object.entries(contract.web.WEB_ROUTES),
    ).get(name)!
    const { answers: compiled, ...row } = rows[name]!
    assert.deepEqual(row, { method, path, auth })
    assert.deepEqual(Object.keys(compiled), Object.keys(answers))
    for (const [status, answer] of Object.entries(answers)) {
      const own = compiled[Number(status)]
      if (typeof answer === 'string') assert.equal(own, answer)
      // The client finds the schema among the answers by its type.
      else if (samples.has(answer))
        assert.deepEqual(
          [typeof own, (own as Compiled).safeParse(samples.get(answer)).success],
          ['object', true],
        )
      // The line is checked with this route; its answer is not read.
      else assert.equal(name, 'getKeys', `${name} has no sample here`)
    }
  }
})

const COMPILED = bundled(Object.keys(SAMPLES))

for (const [name, sample] of Object.entries(SAMPLES)) {
  test(`${name}: the compiled form accepts the same answers as the contract, and reads them alike`, async () => {
    const written = (value: unknown) => schemaOf(name).safeParse(value)
    const compiled: Judge = (await COMPILED)[name]!.safeParse
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

test('a part that has no compiled form is refused', () => {
  assert.throws(() => compile(z.string().check(z.minLength(1))), /cannot be compiled/)
  assert.throws(() => compile(z.strictObject({})), /cannot be compiled/)
  assert.throws(() => compile(z._default(z.array(z.string()), () => [])), /cannot be compiled/)
  assert.throws(() => compile(z.union([z.string(), z.number()])), /cannot be compiled/)
})

test('the build stops at an import of a schema that cannot be compiled, and names it', async () => {
  await assert.rejects(bundled(['Sale', 'StartSale']), /uses a schema that cannot be compiled: StartSale/)
})

test('ignores names that a page adds to every object', async () => {
  const [device] = DEVICES
  const { DeviceView } = await COMPILED
  Object.defineProperty(Object.prototype, 'junk', { value: 'junk', enumerable: true, configurable: true })
  try {
    assert.deepEqual(DeviceView?.safeParse(device), { success: true, data: device })
  } finally {
    Reflect.deleteProperty(Object.prototype, 'junk')
  }
})
