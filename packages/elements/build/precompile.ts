// Compiles the contract's zod schemas to plain checks at build time, so that a browser file carries what they say and not
// the library that says it. A schema with a part that is not known here fails the build; a test holds both against the
// same answers.
import * as contract from '@tapboard/contract'
import type { Plugin } from 'vite'
import * as z from 'zod/mini'

interface Check {
  readonly _zod: { readonly def: Readonly<Record<string, unknown>> }
}

/** The runtime of the compiled schemas: `[ok, value]` pairs would cost more than one unique "no". */
export const RUNTIME = `
const no = {}
const is = (test) => (value) => test(value) ? value : no
const string = is((value) => typeof value === 'string')
const number = is(Number.isFinite)
const boolean = is((value) => value === !!value)
const unknown = (value) => value
const one = (...words) => is((value) => words.includes(value))
const range = (low, high) => is((value) => Number.isSafeInteger(value) && value >= low && value <= high)
const orNull = (schema) => (value) => value === null ? value : schema(value)
const maybe = (schema) => (value) => value === undefined ? value : schema(value)
const unless = (missing, schema) => (value) => value === undefined ? missing : schema(value)
const list = (schema) => (value) => {
  const made = Array.isArray(value) ? value.map(schema) : [no]
  return made.includes(no) ? no : made
}
const object = (shape, loose) => (value) => {
  if (!value || typeof value !== 'object' || Array.isArray(value)) return no
  const made = loose ? { ...value } : {}
  for (const [name, schema] of Object.entries(shape)) {
    const part = schema(value[name])
    if (part === no) return no
    if (part !== undefined || name in value) made[name] = part
  }
  return made
}
const judge = (schema) => ({
  safeParse: (value) => {
    const data = schema(value)
    return data === no ? { success: false } : { success: true, data }
  }
})
`

const isSchema = (value: unknown): value is z.ZodMiniType =>
  typeof value === 'object' && value !== null && '_zod' in value

function bounds(checks: readonly Check[]): readonly [number, number] {
  let [low, high] = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]
  for (const { _zod } of checks) {
    const { check, value, inclusive } = _zod.def
    if (check === 'greater_than' && inclusive) low = Number(value)
    else if (check === 'less_than' && inclusive) high = Number(value)
    else throw new Error(`a check "${String(check)}" cannot be compiled`)
  }
  return [low, high]
}

/** One schema as an expression of {@link RUNTIME}; schemas in `names` are referred to. */
export function compile(schema: z.ZodMiniType, names: ReadonlyMap<unknown, string> = new Map()): string {
  // What nothing refers to goes, with all that stands inside it.
  const inner = (part: unknown): string => {
    const text = names.get(part) ?? compile(part as z.ZodMiniType, names)
    return text.endsWith(')') ? `/* @__PURE__ */ ${text}` : text
  }
  const def = schema._zod.def as unknown as Readonly<Record<string, unknown>>
  const checks = (def['checks'] ?? []) as readonly Check[]
  if (def['type'] === 'number' && def['format'] === 'safeint') return `range(${bounds(checks).join(', ')})`
  if (checks.length) throw new Error(`a check on "${String(def['type'])}" cannot be compiled`)
  switch (def['type']) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'unknown':
      return def['type']
    case 'enum': {
      const words = Object.values(def['entries'] as Record<string, string>)
      if (words.join() === contract.CURRENCIES.join()) return 'one(...CURRENCIES)'
      return `one(${words.map((word) => JSON.stringify(word)).join(', ')})`
    }
    case 'literal':
      return `one(${(def['values'] as readonly unknown[]).map((value) => JSON.stringify(value)).join(', ')})`
    case 'nullable':
      return `orNull(${inner(def['innerType'])})`
    case 'optional':
      return `maybe(${inner(def['innerType'])})`
    case 'default': {
      const missing = def['defaultValue']
      // A shared list or object could be changed by whoever gets it.
      if (typeof missing === 'object' && missing !== null) throw new Error('a default cannot be compiled')
      return `unless(${JSON.stringify(missing)}, ${inner(def['innerType'])})`
    }
    case 'array':
      return `list(${inner(def['element'])})`
    case 'object': {
      const members = Object.entries(def['shape'] as object).map(([name, part]) => `${name}: ${inner(part)}`)
      const catchall = (def['catchall'] as z.ZodMiniType | undefined)?._zod.def.type
      if (catchall && catchall !== 'unknown') throw new Error('a strict object cannot be compiled')
      return `object({ ${members.join(', ')} }${catchall ? ', true' : ''})`
    }
    default:
      throw new Error(`a schema of type "${String(def['type'])}" cannot be compiled`)
  }
}

/** A module with the named schemas of the contract, compiled; `source` is the contract itself. */
export function compileSchemas(wanted: readonly string[], source: string): string {
  const values = new Map(Object.entries(contract))
  const names = new Map<unknown, string>()
  const lines: string[] = []
  const visit = (name: string): void => {
    const schema = values.get(name)
    if (!isSchema(schema)) throw new Error(`the contract has no schema "${name}"`)
    if (names.has(schema)) return
    lines.push(`const ${name}_ = /* @__PURE__ */ ${compile(schema, names)}`)
    names.set(schema, `${name}_`)
  }
  wanted.forEach(visit)
  const exported = wanted.map((name) => `export const ${name} = /* @__PURE__ */ judge(${name}_)`)
  const from = JSON.stringify(source)
  return [`import { CURRENCIES } from ${from}`, RUNTIME, ...lines, ...exported].join('\n')
}

/**
 * The routes as expressions, by operation name: method, path, auth and answers, with schemas by the names of `wanted`. A route with an
 * answer that is not compiled has no answers: an element can use its path and nothing else.
 */
export function compileRoutes(wanted: readonly string[]): ReadonlyMap<string, string> {
  const values = new Map<string, unknown>(Object.entries(contract))
  const names = new Map(wanted.map((name) => [values.get(name), name]))
  const text = JSON.stringify
  return new Map(
    Object.entries(contract.web.WEB_ROUTES).map(([name, { method, path, auth, answers }]) => {
      const compiled = Object.entries(answers).map(
        ([status, answer]) => `${status}: ${isSchema(answer) ? names.get(answer) : text(answer)}`,
      )
      const isCompiled = Object.values(answers).every((answer) => !isSchema(answer) || names.has(answer))
      const all = isCompiled ? compiled.join(', ') : ''
      return [
        name,
        `{ method: ${text(method)}, path: ${text(path)}, auth: ${text(auth)}, answers: { ${all} } }`,
      ]
    }),
  )
}

/** Stands where zod stood: whatever the compiled schemas replaced calls it without effect and is dropped. */
const NO_ZOD = `/* @__NO_SIDE_EFFECTS__ */ function none() {}
export { ${Object.keys(z)
  .map((name) => `none as ${name}`)
  .join(', ')} }`

/** Replaces the contract by its compiled form, and zod by nothing. Schemas are named from the inside out. */
export function precompiled(schemas: readonly string[]): Plugin {
  const compiled = '\0compiled-contract'
  const compiledSchemas = '\0compiled-schemas'
  const compiledRoutes = '\0compiled-routes'
  const none = '\0no-zod'
  return {
    name: 'precompiled-contract',
    enforce: 'pre',
    resolveId(source, importer) {
      if (source === 'zod/mini') return none
      if (source === compiledSchemas || source === compiledRoutes) return source
      return source === '@tapboard/contract' && importer !== compiled ? compiled : null
    },
    transform(code, id) {
      // Unused schemas, and all that only they name, go before files are divided among chunks.
      const pure = code.replace(/\bz\.\w+\(/g, '/* @__PURE__ */ $&')
      return /contract\/src\//.test(id) ? { code: pure, map: null } : null
    },
    async load(asked) {
      if (asked === none) return { code: NO_ZOD, moduleSideEffects: false }
      const names = schemas.join(', ')
      if (asked === compiledRoutes) {
        const rows = Array.from(compileRoutes(schemas), ([name, row]) => `export const ${name} = ${row}`)
        return [`import { ${names} } from '${compiledSchemas}'`, ...rows].join('\n')
      }
      if (asked !== compiled && asked !== compiledSchemas) return null
      const real = await this.resolve('@tapboard/contract', compiled)
      if (!real) throw new Error('the contract was not found')
      if (asked === compiledSchemas) return compileSchemas(schemas, real.id)
      return [
        `export * from ${JSON.stringify(real.id)}`,
        `export { ${names} } from '${compiledSchemas}'`,
        `export * as web from '${compiledRoutes}'`,
      ].join('\n')
    },
  }
}
