// Compiles the contract's zod schemas to plain checks at build time, so that pages do not load zod. Each exported schema is compiled
// in its own module, and each route is reduced to the members that a client reads; the bundler keeps those that the elements import. The build stops where a part of zod is left.
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Route } from '@tapboard/contract'
import MagicString from 'magic-string'
import type { Plugin } from 'vite'
import * as z from 'zod/mini'
import * as runtime from './runtime.ts'
import { nameOf, nodes, type Node } from './syntax-tree.ts'

interface Check {
  readonly _zod: { readonly def: Readonly<Record<string, unknown>> }
}

const RUNTIME = fileURLToPath(new URL('runtime.ts', import.meta.url))
const MISSING = '\0missing-schemas'

const IMPORTS = Object.keys(runtime)
  .map((name) => `${name} as $${name}`)
  .join(', ')

/** Names that a module has for values of other schemas and of lists of words. */
export type Scope = ReadonlyMap<unknown, string>

const isSchema = (value: unknown): value is z.ZodMiniType =>
  typeof value === 'object' && value !== null && '_zod' in value

const isList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 2 && value.every((word) => typeof word === 'string')

/** Key of a list of words in a scope. */
const keyOf = (words: readonly string[]): string => words.join('\n')

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

/** A schema as an expression of the functions in `runtime.ts`; the expression has a `$` before their names. */
export function compile(schema: z.ZodMiniType, scope: Scope = new Map()): string {
  const inner = (part: unknown): string => scope.get(part) ?? compile(part as z.ZodMiniType, scope)
  const call = (name: string, ...args: readonly string[]): string =>
    `/* @__PURE__ */ $${name}(${args.join(', ')})`
  const def = schema._zod.def as unknown as Readonly<Record<string, unknown>>
  const checks = (def['checks'] ?? []) as readonly Check[]
  if (def['type'] === 'number' && def['format'] === 'safeint')
    return call('range', ...bounds(checks).map((bound) => `${bound}`))
  if (checks.length > 0) throw new Error(`a check on "${String(def['type'])}" cannot be compiled`)
  switch (def['type']) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'unknown':
      return `$${def['type']}`
    case 'enum': {
      const words = Object.values(def['entries'] as Record<string, string>)
      return call('one', scope.get(keyOf(words)) ?? JSON.stringify(words))
    }
    case 'literal':
      return call('one', JSON.stringify(def['values']))
    case 'nullable':
      return call('orNull', inner(def['innerType']))
    case 'optional':
      return call('maybe', inner(def['innerType']))
    case 'default': {
      const missing = def['defaultValue']
      // The callers would share one list or object, and one of them could change it.
      if (typeof missing === 'object' && missing !== null) throw new Error('a default cannot be compiled')
      return call('unless', JSON.stringify(missing), inner(def['innerType']))
    }
    case 'array':
      return call('list', inner(def['element']))
    case 'object': {
      const members = Object.entries(def['shape'] as object).map(
        ([name, part]) => `${JSON.stringify(name)}: ${inner(part)}`,
      )
      const catchall = (def['catchall'] as z.ZodMiniType | undefined)?._zod.def.type
      if (catchall && catchall !== 'unknown') throw new Error('a strict object cannot be compiled')
      return call('object', `{ ${members.join(', ')} }`, ...(catchall ? ['true'] : []))
    }
    default:
      throw new Error(`a schema of type "${String(def['type'])}" cannot be compiled`)
  }
}

/** A module as it is at run time. */
type Values = Readonly<Record<string, unknown>>

const load = async (file: string | URL): Promise<Values> =>
  (await import(file instanceof URL ? file.href : pathToFileURL(file).href)) as Values

/** Adds the names of schemas and lists. */
function addTo(scope: Map<unknown, string>, name: string, value: unknown): void {
  if (isSchema(value)) scope.set(value, name)
  if (isList(value)) scope.set(keyOf(value), name)
}

/** The names that the imports of a module bring. */
async function importedNames(body: readonly Node[], file: string): Promise<Map<unknown, string>> {
  const scope = new Map<unknown, string>()
  for (const { type, source, specifiers } of body) {
    const from = type === 'ImportDeclaration' ? String((source as Node)['value']) : ''
    if (!from.startsWith('.')) continue
    const values = await load(new URL(from, pathToFileURL(file)))
    for (const { type: kind, imported, local } of nodes(specifiers))
      if (kind === 'ImportSpecifier') addTo(scope, nameOf(local), values[nameOf(imported)])
  }
  return scope
}

/** A schema as an expression. The bundler drops it where the elements do not use it, so it does not have to compile. */
function schemaText(name: string, schema: z.ZodMiniType, scope: Scope): string {
  const known = scope.get(schema)
  if (known !== undefined) return known
  try {
    return compile(schema, scope)
  } catch {
    return `/* @__PURE__ */ $missing(${JSON.stringify(name)})`
  }
}

/** Name of the table of fields that a schema is made from; its check is made from the same table in the browser. */
const fieldTable = ({ type, callee, arguments: tables }: Node): string | null =>
  type === 'CallExpression' && nameOf(callee) === 'schemaOf' ? nameOf(nodes(tables)[0]) : null

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'path' in value && 'answers' in value

/** The part of a route's row that a client reads. */
function routeText(name: string, { method, path, auth, answers }: Route, scope: Scope): string {
  const text = Object.entries(answers).map(
    ([status, answer]) =>
      `${status}: ${isSchema(answer) ? schemaText(`${name} ${status}`, answer, scope) : JSON.stringify(answer)}`,
  )
  const [start] = JSON.stringify({ method, path, auth }).split(/}$/)
  return `${start}, "answers": { ${text.join(', ')} } }`
}

/** Compiles the exported schemas and routes of a module of the contract; `body` is its syntax tree. */
async function compileModule(code: MagicString, body: readonly Node[], file: string): Promise<void> {
  const values = await load(file)
  const scope = await importedNames(body, file)
  const compiled: Node[] = []
  for (const { type, declaration } of body) {
    const declared =
      type === 'ExportNamedDeclaration' ? nodes((declaration as Node | null)?.['declarations']) : []
    for (const { id, init } of declared) {
      const name = nameOf(id)
      const value = values[name]
      if (isSchema(value) || isRoute(value)) {
        const node = init as Node
        const table = fieldTable(node)
        const text = table
          ? `/* @__PURE__ */ $fields(${table})`
          : isSchema(value)
            ? schemaText(name, value, scope)
            : routeText(name, value as Route, scope)
        code.overwrite(node.start, node.end, text)
        compiled.push(node)
      }
      addTo(scope, name, value)
    }
  }
  // The bundler drops unused schemas before it divides the modules among files.
  for (const { index } of code.original.matchAll(/\bz\.\w+\(/g))
    if (!compiled.some(({ start, end }) => start <= index && index < end))
      code.appendLeft(index, '/* @__PURE__ */ ')
  if (compiled.length > 0)
    code.prepend(
      `import { ${IMPORTS} } from ${JSON.stringify(RUNTIME)};import { $missing } from ${JSON.stringify(MISSING)};`,
    )
}

/** Replaces zod, and schemas that cannot be compiled. Its functions have no effect, so unused calls are dropped. */
const NOTHING = `/* @__NO_SIDE_EFFECTS__ */ function none() {}
export { none as $missing, ${Object.keys(z)
  .map((name) => `none as ${name}`)
  .join(', ')} }`

/** Compiles the schemas of the contract; fails where the bundle still needs zod. */
export function precompiled(): Plugin {
  return {
    name: 'precompiled-contract',
    resolveId: {
      order: 'pre',
      handler: (source) => (source === 'zod/mini' || source === MISSING ? MISSING : null),
    },
    load: (id) => (id === MISSING ? { code: NOTHING, moduleSideEffects: false } : null),
    async transform(code, id) {
      if (!/\/contract\/src\//.test(id)) return null
      const compiled = new MagicString(code)
      await compileModule(compiled, this.parse(code).body as unknown as readonly Node[], id)
      return compiled.hasChanged()
        ? { code: compiled.toString(), map: compiled.generateMap({ hires: 'boundary' }) }
        : null
    },
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk' || !file.modules[MISSING]?.renderedLength) continue
        // The code of the modules, because minified code has no names.
        const text = Object.values(file.modules)
          .map(({ code }) => code ?? '')
          .join('')
        const names = [...text.matchAll(/\bnone[\w$]*\("([\w ]+)"\)/g)].map(([, name]) => name)
        throw new Error(
          `${file.fileName} uses a schema that cannot be compiled: ${names.join(', ') || 'one that is not exported'}`,
        )
      }
    },
  }
}
