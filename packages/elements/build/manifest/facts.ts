// Facts about an element that the analyzer cannot find. Each is written once elsewhere: events in the interface of their details, values
// of the phase in its type, custom properties in the type of the look, and their defaults in the styles.
import { MerchantApply } from '../../src/merchant-apply/merchant-apply.element.ts'
import { TerminalDesk } from '../../src/terminal-desk/terminal-desk.element.ts'
import { TerminalPay } from '../../src/terminal-pay/terminal-pay.element.ts'
import type { Attribute, CssCustomProperty } from 'custom-elements-manifest/schema'
import type { Declared, Field, FiredEvent } from './declared.ts'
import { inOneLine, membersOf, parsed, textsOf } from './syntax.ts'

/** The elements by tag. */
export const ELEMENTS = {
  'terminal-pay': TerminalPay,
  'merchant-apply': MerchantApply,
  'terminal-desk': TerminalDesk,
} as const

/** A tag of an element; files and folders of an element begin with it. */
export type Tag = keyof typeof ELEMENTS

/** Events of an element, with the type of their `detail`. */
function eventsOf(tag: Tag, className: string): FiredEvent[] {
  const file = parsed(`${tag}/${tag}.events.ts`)
  const cancelable = /cancelable: name === '([\w-]+)'/.exec(file.text ?? '')?.[1]
  return membersOf(file, `${className}Details`).map(({ name, description, type }) => ({
    name,
    description,
    type: { text: `${className}Event<'${name}'>` },
    detail: { text: type },
    bubbles: true,
    composed: true,
    cancelable: name === cancelable,
  }))
}

/** What `var(name, …)` holds behind its comma; brackets within belong to it. */
function fallback(css: string, from: number): string {
  let depth = 1
  let at = from
  for (; depth > 0 && at < css.length; at += 1) {
    if (css[at] === '(') depth += 1
    if (css[at] === ')') depth -= 1
  }
  return css
    .slice(from, at - 1)
    .replace(/^\s*,/, '')
    .trim()
}

/** Custom properties that the styles of an element read, with what they are when the page sets none. */
function cssPropertiesOf(tag: Tag): CssCustomProperty[] {
  const css = [ELEMENTS[tag].styles].flat().join('\n')
  const words = new Map(membersOf(parsed('shared/look.ts'), 'Look').map((one) => [one.name, one.description]))
  const found = new Map<string, CssCustomProperty>()
  for (const { 0: all, 1: name = '', index } of css.matchAll(/var\(\s*(--tapboard-[\w-]+)/g)) {
    const description = words.get(name) ?? ''
    if (!found.has(name)) found.set(name, { name, description, default: fallback(css, index + all.length) })
  }
  return [...found.values()]
}

/** What only the element and its tests reach. */
const INNER = new Set(['properties', 'styles', 'update', 'willUpdate', 'render'])

/** Where each element declares its phases. */
export const PHASES_IN: Readonly<Record<Tag, string>> = {
  'terminal-pay': 'truth-row.ts',
  'merchant-apply': 'merchant-apply.machine.ts',
  'terminal-desk': 'terminal-desk.machine.ts',
}

/** The member without the base class that declares it: a page cannot import that class. */
function withoutOrigin<Member extends object>(member: Member): Member {
  const own: Member & { inheritedFrom?: unknown } = { ...member }
  delete own.inheritedFrom
  return own
}

/** Properties and methods that a page can reach. */
function reached(tag: Tag, members: Declared['members'] = []): NonNullable<Declared['members']> {
  const phases = textsOf(parsed(`${tag}/${PHASES_IN[tag]}`), 'Phase')
  const outer = members.filter(
    ({ name, privacy = 'public' }) => !name.startsWith('#') && privacy === 'public' && !INNER.has(name),
  )
  return outer.map((one) => ({
    ...withoutOrigin(one),
    description: inOneLine(one.description ?? ''),
    ...(one.kind === 'field' && one.type?.text === 'Phase'
      ? { parsedType: { text: phases.map((phase) => `'${phase}'`).join(' | ') } }
      : {}),
  }))
}

/** An attribute says what its property says; in HTML it is never `undefined`. */
const attributeOf = ({ attribute = '', name, description = '', type, default: unset }: Field): Attribute => ({
  name: attribute,
  fieldName: name,
  description,
  ...(type ? { type: { text: type.text.replaceAll(/ \| (undefined|null)\b/g, '') } } : {}),
  ...(unset === undefined || unset === 'null' ? {} : { default: unset }),
})

/** The declaration with everything in it that a page can reach, and nothing else. */
export function completed(tag: Tag, declaration: Declared): Declared {
  const members = reached(tag, declaration.members)
  const fields = members.filter((one): one is Field => one.kind === 'field')
  return {
    ...declaration,
    superclass: { name: 'LitElement', package: 'lit' },
    members,
    attributes: fields.filter(({ attribute }) => attribute !== undefined).map(attributeOf),
    events: eventsOf(tag, declaration.name),
    cssProperties: cssPropertiesOf(tag),
  }
}
