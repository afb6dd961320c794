// Finds the tests that name a promise and the figures that they state. A figure is a comment `// P4 asserts: …` above the test; in it
// `${NAME}` is a constant of the file, `${#NAME}` the length of a list, and every other number must occur in the code of the file too.
import type { SourceFile } from '../architecture/rules.ts'
import { parse, Values, walk, type Environment, type Module, type Node } from './syntax.ts'

/** Tests of one file that name one promise. */
export interface Held {
  readonly promise: string
  readonly file: string
  readonly titles: readonly string[]
  /** Figures of the short run. */
  readonly figures: readonly string[]
  /** Figures of the long run, where one differs. */
  readonly longFigures: readonly string[]
}

/** The findings in one file. */
interface Found {
  readonly held: readonly Held[]
  readonly problems: readonly string[]
}

const STARTS = /^(?:P\d+ )+/
const COMMENT = /^ *\/\/ (P\d+) asserts: (.+?)\.?$/gm

interface Title {
  readonly text: string
  readonly at: number
  /** Of a test: itself. Of a group: the texts of its tests, as they are written. */
  readonly tests: readonly string[]
}

/** The text of a string or template; expressions of a template stay as they are written. */
function textOf(node: Node, source: string): string | null {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : null
  return node.type === 'TemplateLiteral' ? source.slice(node.start + 1, node.end - 1) : null
}

function titlesOf({ program, text: source }: Module): Title[] {
  const texts: { readonly text: string; readonly node: Node }[] = []
  /** The first argument of each group, with the end of the group. */
  const groups = new Map<Node, number>()
  const tests: { readonly text: string; readonly at: number }[] = []
  walk(program, (node) => {
    if (node.type === 'CallExpression') {
      const callee = source.slice((node['callee'] as Node).start, (node['callee'] as Node).end)
      const [first] = node['arguments'] as readonly Node[]
      if (first !== undefined && /^(describe|suite)\b/.test(callee)) groups.set(first, node.end)
      if (first !== undefined && /^(it|test)\b/.test(callee))
        tests.push({ text: textOf(first, source) ?? '', at: first.start })
    }
    const text = textOf(node, source)
    if (text !== null && STARTS.test(text)) texts.push({ text, node })
  })
  return texts.map(({ text, node }) => {
    const end = groups.get(node)
    const inside = tests.filter(({ at }) => end !== undefined && at > node.start && at < end)
    return { text, at: node.start, tests: end === undefined ? [text] : inside.map((one) => one.text) }
  })
}

const lasting = (name: string, value: number): string => {
  if (!name.endsWith('_MS')) return value.toLocaleString('en-US')
  return value % 1000 === 0 ? `${(value / 1000).toLocaleString('en-US')} s` : `${value} ms`
}

/** A figure with its constants filled in. */
function filled(figure: string, module: Module, values: Values): string {
  return figure.replaceAll(/\$\{([^}]+)\}/g, (_all, expression: string) => {
    const value = expression.startsWith('#')
      ? values.sizeOf(module, expression.slice(1))
      : values.of(module, expression)
    return typeof value === 'number' ? lasting(expression, value) : String(value)
  })
}

/** Numbers of a figure that no code of the file contains, as they are, in milliseconds or thousandths. */
function strays(figure: string, code: string): string[] {
  const numbers = new Set(
    [...code.matchAll(/(?<![\w.])\d[\d_,]*(?:\.\d+)?/g)].map(([text]) =>
      Number(text.replaceAll(/[_,]/g, '')),
    ),
  )
  return [...figure.replaceAll(/\$\{[^}]+\}/g, '').matchAll(/(?<![\w.§-])\d[\d,]*(?:\.\d+)?/g)]
    .map(([text]) => text.replace(/,$/, ''))
    .filter((text) => {
      const value = Number(text.replaceAll(',', ''))
      return value > 1 && ![1, 1_000, 60_000].some((unit) => numbers.has(value * unit))
    })
}

/** Reads one file; `root` is where its imports are looked up, `longRun` the environment of the long versions. */
export function readTests(root: string, file: SourceFile, longRun: Environment): Found {
  const module = parse(file.path, file.text)
  const [short, long] = [new Values(root, {}), new Values(root, longRun)]
  const titles = titlesOf(module)
  const problems: string[] = []
  const stated: { readonly promise: string; readonly figure: string }[] = []

  const comments = [...file.text.matchAll(COMMENT)]
  for (const { 0: all, 1: promise = '', 2: figure = '', index } of comments) {
    const next = titles.filter((title) => title.at > index + all.length).toSorted((a, b) => a.at - b.at)[0]
    if (!next?.text.match(STARTS)?.[0].split(' ').includes(promise))
      problems.push(`${file.path}: "${promise} asserts" is above no test of ${promise}.`)
    if (figure.includes(' asserts: '))
      problems.push(
        `${file.path}: "${promise} asserts" has the figure of another promise: one comment for each.`,
      )
    stated.push({ promise, figure })
  }
  const code = file.text.replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, '')
  for (const { promise, figure } of comments.map(([, promise = '', figure = '']) => ({ promise, figure })))
    for (const number of strays(figure, code))
      problems.push(`${file.path}: ${promise} states ${number}, which its code does not contain.`)

  const evaluated = stated.map(({ promise, figure }) => {
    try {
      return {
        promise,
        short: filled(figure, module, short),
        long: filled(figure, module, long),
      }
    } catch (error) {
      problems.push(`${file.path}: the figure "${figure}" cannot be read: ${(error as Error).message}`)
      return { promise, short: figure, long: figure }
    }
  })

  const ids = [...new Set(titles.flatMap(({ text }) => text.match(STARTS)?.[0].trim().split(' ') ?? []))]
  const held = ids.map((promise) => {
    const own = evaluated.filter((one) => one.promise === promise)
    const named = titles.filter(({ text }) => `${text.match(STARTS)?.[0]}`.includes(`${promise} `))
    return {
      promise,
      file: file.path,
      // A test that names the promise again may be in a group that names it.
      titles: [...new Set(named.flatMap(({ tests }) => tests))],
      figures: own.map((one) => one.short),
      longFigures: own.some((one) => one.short !== one.long) ? own.map((one) => one.long) : [],
    }
  })
  return { held, problems }
}
