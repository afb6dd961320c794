/** The mutation operators: for one node, the small mistakes that a person could make there. */
import { nodeAt, nodesAt, type Node } from './ast.ts'

/** A range of a text and its replacement. */
export interface Change {
  readonly operator: string
  readonly start: number
  readonly end: number
  readonly replacement: string
}

type Operator = (node: Node, text: string, parent: Node | undefined) => readonly Change[]

const BINARY: Readonly<Record<string, readonly (readonly [operator: string, replacement: string])[]>> = {
  '<': [
    ['boundary', '<='],
    ['negated', '>='],
  ],
  '<=': [
    ['boundary', '<'],
    ['negated', '>'],
  ],
  '>': [
    ['boundary', '>='],
    ['negated', '<='],
  ],
  '>=': [
    ['boundary', '>'],
    ['negated', '<'],
  ],
  '===': [['negated', '!==']],
  '!==': [['negated', '===']],
  '+': [['arithmetic', '-']],
  '-': [['arithmetic', '+']],
  '*': [['arithmetic', '/']],
  '/': [['arithmetic', '*']],
  '%': [['arithmetic', '*']],
  '&&': [['logical', '||']],
  '||': [['logical', '&&']],
  '+=': [['arithmetic', '-=']],
  '-=': [['arithmetic', '+=']],
  '++': [['arithmetic', '--']],
  '--': [['arithmetic', '++']],
}

/** A method and the one that is easily confused with it. */
const METHODS: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  min: 'max',
  max: 'min',
  minLength: 'maxLength',
  maxLength: 'minLength',
}

/** Links of a chain that can be forgotten. */
const LINKS: ReadonlySet<string> = new Set(
  'where filter check trim toLowerCase toUpperCase sort toSorted toReversed slice orderBy limit forUpdate'.split(
    ' ',
  ),
)

/** The comparison in a query: `where('fence', '=', fence)`. */
const SQL_WORDS: Readonly<Record<string, string>> = {
  '=': '<>',
  '<>': '=',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  in: 'not in',
  'not in': 'in',
  is: 'is not',
  'is not': 'is',
}

/** The first match is replaced. */
const SQL_TEXT: readonly (readonly [RegExp, string])[] = [
  [/\band\b/, 'or'],
  [/\bor\b/, 'and'],
  [/<=/, '<'],
  [/>=/, '>'],
  [/(?<![<>!])=/, '<>'],
  [/<(?![=>])/, '<='],
  [/(?<![<-])>(?!=)/, '>='],
  [/\bis null\b/, 'is not null'],
  [/\bis not null\b/, 'is null'],
  [/\bfor update\b/, ''],
  [/\bdesc\b/, 'asc'],
]

function whole(operator: string, { start, end }: Node, replacement: string): Change {
  return { operator, start, end, replacement }
}

/** Exchanges the sign between two positions. */
function signs(text: string, sign: unknown, from: number, to: number): readonly Change[] {
  if (typeof sign !== 'string') return []
  const start = text.indexOf(sign, from)
  if (start < from || start + sign.length > to) return []
  return (BINARY[sign] ?? []).map(([operator, replacement]) => ({
    operator,
    start,
    end: start + sign.length,
    replacement,
  }))
}

function isText(node: Node | undefined): boolean {
  return node?.type === 'TemplateLiteral' || (node?.type === 'Literal' && typeof node['value'] === 'string')
}

const binary: Operator = (node, text) => {
  const [left, right] = [nodeAt(node, 'left'), nodeAt(node, 'right')]
  if (left === undefined || right === undefined) return []
  const sign = node['operator']
  if ((sign === '+' || sign === '+=') && (isText(left) || isText(right))) return []
  if (sign === '??') return [whole('fallback', node, text.slice(left.start, left.end))]
  return signs(text, sign, left.end, right.start)
}

/** A condition is taken as met, and as not met: the second removes a guard. */
function conditions(node: Node, ways: readonly string[]): readonly Change[] {
  const condition = nodeAt(node, 'test')
  if (condition === undefined || condition.type === 'Literal') return []
  return ways.map((way) => whole(`condition ${way}`, condition, way))
}

const REMOVABLE: ReadonlySet<string> = new Set(['CallExpression', 'AssignmentExpression', 'UpdateExpression'])

const statement: Operator = (node) => {
  let expression = nodeAt(node, 'expression')
  while (expression?.type === 'AwaitExpression' || expression?.type === 'UnaryExpression')
    expression = nodeAt(expression, 'argument')
  if (expression === undefined || !REMOVABLE.has(expression.type)) return []
  if (nodeAt(expression, 'callee')?.type === 'Super') return []
  return [whole('statement removed', node, ';')]
}

/** Strings with a meaning for the program: words without a space, and comparisons of a query. */
const literal: Operator = (node, text, parent) => {
  const value = node['value']
  if (parent !== undefined && nodeAt(parent, 'key') === node && parent['computed'] !== true) return []
  if (typeof value === 'boolean') return [whole('boolean', node, String(!value))]
  if (typeof value === 'number') return [whole('number', node, String(value < 10 ? value + 1 : value * 10))]
  if (typeof node['regex'] === 'object') return anchors(node, text)
  if (
    typeof value !== 'string' ||
    parent?.type === 'ExpressionStatement' ||
    parent?.type.startsWith('Export')
  )
    return []
  if (parent?.type === 'ImportExpression') return []
  const word = parent?.type === 'CallExpression' ? SQL_WORDS[value] : undefined
  if (word !== undefined) return [whole('query', node, `'${word}'`)]
  return value === '' || /\s/.test(value) ? [] : [whole('string', node, "''")]
}

/** A pattern that no longer holds the begin or the end of a text. */
function anchors(node: Node, text: string): readonly Change[] {
  const raw = text.slice(node.start, node.end)
  const changes: Change[] = []
  if (raw.startsWith('/^')) changes.push(whole('anchor', node, `/${raw.slice(2)}`))
  const last = raw.lastIndexOf('/')
  if (raw[last - 1] === '$') changes.push(whole('anchor', node, raw.slice(0, last - 1) + raw.slice(last)))
  return changes
}

/** A tagged query; an untagged template is a text for people or a key and left alone. */
const query: Operator = (node, text) => {
  const template = nodeAt(node, 'quasi')
  if (!/\bsql$/.test(text.slice(node.start, template?.start)) || template === undefined) return []
  return nodesAt(template, 'quasis').flatMap((part) => {
    const raw = text.slice(part.start, part.end)
    return SQL_TEXT.flatMap(([pattern, replacement]) => {
      const found = pattern.exec(raw)
      if (found === null) return []
      const start = part.start + found.index
      return [{ operator: 'query', start, end: start + found[0].length, replacement }]
    })
  })
}

const PLAIN: ReadonlySet<string> = new Set(['Identifier', 'Literal', 'ObjectExpression', 'MemberExpression'])

const call: Operator = (node, text) => {
  const callee = nodeAt(node, 'callee')
  const name = callee === undefined ? undefined : nodeAt(callee, 'property')
  const object = callee === undefined ? undefined : nodeAt(callee, 'object')
  const changes: Change[] = []
  if (callee?.type === 'MemberExpression' && name?.type === 'Identifier' && object !== undefined) {
    const word = text.slice(name.start, name.end)
    const other = Object.hasOwn(METHODS, word) ? METHODS[word] : undefined
    if (other !== undefined) changes.push(whole('method', name, other))
    if (LINKS.has(word)) changes.push(whole('link removed', node, text.slice(object.start, object.end)))
  }
  const given = nodesAt(node, 'arguments')
  const [last, before] = [given.at(-1), given.at(-2)]
  if (last !== undefined && before !== undefined && PLAIN.has(last.type))
    changes.push({ operator: 'argument removed', start: before.end, end: last.end, replacement: '' })
  return changes
}

const OPERATORS: Readonly<Record<string, Operator>> = {
  BinaryExpression: binary,
  LogicalExpression: binary,
  AssignmentExpression: binary,
  UpdateExpression: (node, text) => signs(text, node['operator'], node.start, node.end),
  UnaryExpression: (node, text) => {
    const argument = nodeAt(node, 'argument')
    if (node['operator'] !== '!' || argument === undefined) return []
    return [whole('negation removed', node, text.slice(argument.start, argument.end))]
  },
  IfStatement: (node) => conditions(node, ['true', 'false']),
  WhileStatement: (node) => conditions(node, ['false']),
  ConditionalExpression: (node, text) => {
    const [yes, no] = [nodeAt(node, 'consequent'), nodeAt(node, 'alternate')]
    if (yes === undefined || no === undefined) return []
    const between = text.slice(yes.end, no.start)
    const swapped = text.slice(no.start, no.end) + between + text.slice(yes.start, yes.end)
    return [{ operator: 'arms swapped', start: yes.start, end: no.end, replacement: swapped }]
  },
  ExpressionStatement: statement,
  ThrowStatement: (node) => [whole('throw removed', node, ';')],
  CatchClause: (node) => {
    const body = nodeAt(node, 'body')
    return body === undefined || nodesAt(body, 'body').length === 0
      ? []
      : [whole('catch emptied', body, '{}')]
  },
  SpreadElement: (node, _text, parent) => [
    whole('spread removed', node, parent?.type === 'ObjectExpression' ? '...{}' : '...[]'),
  ],
  Literal: literal,
  TaggedTemplateExpression: query,
  CallExpression: call,
}

/** The mistakes that can be made at this node. */
export function changesAt(node: Node, text: string, parent: Node | undefined): readonly Change[] {
  return Object.hasOwn(OPERATORS, node.type) ? (OPERATORS[node.type]?.(node, text, parent) ?? []) : []
}
