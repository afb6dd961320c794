// The captions of the gallery. They come from `test/screens/spoken/`, which has the words of each screen as a screen reader gets them:
// the tests of the screens keep those files true, so a caption changes with its screen.
import { readFileSync } from 'node:fs'

/** What a person reads and can do on a screen. */
interface Caption {
  /** The title and the first sentence. */
  readonly sees: string
  /** The fields and buttons that a person can use. */
  readonly may: string
}

/** A line of a spoken text: a role with its name, or an indented part of another one. */
interface Line {
  readonly depth: number
  readonly role: string
  readonly name: string
  /** The states behind the name, such as `unavailable`. */
  readonly state: string
}

const SPOKEN = new URL('../../../test/screens/spoken/', import.meta.url)

/** A caption names so many fields or buttons; then it counts. */
const NAMED = 4

/** Parts that many screens share: a caption without them says more. */
const SHARED_PARTS = new Set(['header', 'navigation', 'status'])
const SHARED_TEXTS = /^(?:Welcome back|Sign up with|Running for |· )| (?:·|ago)$/
const SHARED_BUTTONS = new Set(['Start over', 'Fill with sample data', 'Previous day', 'Next day'])

const FIELDS = new Set(['field', 'searchbox', 'checkbox', 'list box'])
const SENTENCES = new Set(['text', 'paragraph', 'link'])
const GROUPS = new Set(['radiogroup', 'group', 'listbox'])
const TABLES = new Set(['table'])
const BUTTONS = new Set(['button'])

function readLine(text: string): Line {
  const [, indent = '', role = '', name = '', state = ''] =
    /^( *)(list box|\S+)(?: \d)?(?: "(.*?)"(?= |$))?(.*)$/.exec(text) ?? []
  return { depth: indent.length, role, name, state }
}

/** The lines without these roles and their parts. */
function linesWithout(roles: ReadonlySet<string>, lines: readonly Line[]): readonly Line[] {
  const kept: Line[] = []
  let hidden = Infinity
  for (const line of lines) {
    if (line.depth <= hidden) hidden = roles.has(line.role) ? line.depth : Infinity
    if (hidden === Infinity) kept.push(line)
  }
  return kept
}

/** The names of these roles that can be used now; of the buttons of many orders only the first. */
function namesOf(lines: readonly Line[], roles: ReadonlySet<string>): readonly string[] {
  const names = new Map<string, string>()
  for (const { role, name, state } of lines)
    if (roles.has(role) && name !== '' && !state.includes('unavailable')) {
      const kind = name.replace(/ order \S+$/, ' order')
      names.set(kind, names.get(kind) ?? name.replace(/\.$/, ''))
    }
  return [...names.values()]
}

/** The questions of radio buttons and list boxes. */
function questionsOf(lines: readonly Line[], title: string): readonly string[] {
  const asked = lines.map(({ role, depth }, at) => {
    if (role !== 'radio' && role !== 'option') return undefined
    const before = lines.slice(0, at)
    return before.findLast((line) => line.depth < depth && GROUPS.has(line.role) && line.name !== '')?.name
  })
  const names = asked.filter((name) => name !== undefined)
  return [...new Set(names.map((name) => (name === title ? 'one of the list' : name)))]
}

function listed(names: readonly string[]): string {
  const rest = names.length - NAMED
  return rest > 1 ? `${names.slice(0, NAMED).join(', ')} and ${rest} more` : names.join(', ')
}

/** The caption of a spoken text. */
export function captionOf(spoken: string): Caption {
  const all = spoken.trimEnd().split('\n').map(readLine)
  const title = all.find(({ role }) => role === 'heading')?.name ?? all[0]?.name ?? ''
  const lines = linesWithout(SHARED_PARTS, all)
  const sentence = linesWithout(TABLES, lines).find(
    ({ role, name }) =>
      SENTENCES.has(role) && name !== title && /\S+ \S+ \S/.test(name) && !SHARED_TEXTS.test(name),
  )
  const fields = namesOf(lines, FIELDS)
  // "Show Account number" belongs to its field.
  const buttons = namesOf(lines, BUTTONS).filter(
    (name) => !SHARED_BUTTONS.has(name) && !fields.includes(name.replace(/^Show /, '')),
  )
  const deeds = [
    ['Fill in', fields],
    ['Choose', questionsOf(lines, title)],
    ['Press', buttons],
  ] as const
  const may = deeds
    .filter(([, names]) => names.length > 0)
    .map(([verb, names]) => `${verb}: ${listed(names)}.`)
    .join(' ')
  const sees = `${title}. ${sentence?.name ?? ''}`.trim().replaceAll(/([.?!…])\./g, '$1')
  return { sees, may: (may === '' ? 'Nothing to press.' : may).replaceAll('?.', '?') }
}

/** The caption of a screen such as `terminal-pay/approved`. Throws if the screen has no spoken text. */
export const readCaption = (file: string): Caption =>
  captionOf(readFileSync(new URL(`${file}.txt`, SPOKEN), 'utf8'))
