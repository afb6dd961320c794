// The interface of the elements that a page could reach while their screens were shown: parts, slots, custom states, custom
// properties and events. It is compared with the manifest, which is generated from the sources.
import { elementsOf } from '../../../packages/elements/build/manifest/declared.ts'
import { elementsManifest } from '../../../packages/elements/build/manifest/manifest.ts'
import type { Gallery, Shown } from './gallery.ts'

const KINDS = ['parts', 'slots', 'states', 'properties', 'events'] as const

type Reached = Readonly<Record<(typeof KINDS)[number], ReadonlySet<string>>>

type Tag = Shown['tag']

declare global {
  /** Names of the elements' events that were dispatched since the last call. */
  var dispatched: string[]
}

/** Collects the reachable names, screen by screen. */
export class Reaches {
  readonly #seen = new Map<Tag, Record<(typeof KINDS)[number], Set<string>>>()
  readonly #states = new Map(manifested().map(([tag, { states }]) => [tag, [...states]]))

  /** From now on the page remembers the events of its elements. */
  async listen({ page }: Gallery): Promise<void> {
    await page.evaluate(() => {
      globalThis.dispatched = []
      const dispatch = EventTarget.prototype.dispatchEvent
      EventTarget.prototype.dispatchEvent = function (event) {
        if (/^(terminal-pay|merchant-apply|terminal-desk)-/.test(event.type))
          globalThis.dispatched.push(event.type)
        return dispatch.call(this, event)
      }
    })
  }

  /** Looks at the screen that is shown. */
  async look({ page }: Gallery, { tag }: Shown): Promise<void> {
    const found = await page.evaluate(
      ([name, phases]) => {
        const element = document.querySelector(name)!
        const root = element.shadowRoot!
        const css = root.adoptedStyleSheets
          .flatMap((sheet) => Array.from(sheet.cssRules, ({ cssText }) => cssText))
          .join('\n')
        return {
          parts: Array.from(root.querySelectorAll('[part]'), (one) => [...one.part]).flat(),
          slots: Array.from(root.querySelectorAll('slot'), (one) => one.name),
          states: phases.filter((phase) => element.matches(`:state(${phase})`)),
          properties: Array.from(css.matchAll(/var\(\s*(--tapboard-[\w-]+)/g), ([, one]) => one ?? ''),
          events: globalThis.dispatched.splice(0).filter((type) => type.startsWith(`${name}-`)),
        }
      },
      [tag, this.#states.get(tag) ?? []] as const,
    )
    const seen = this.#seen.get(tag) ?? nothing()
    this.#seen.set(tag, seen)
    for (const kind of KINDS) for (const one of found[kind]) seen[kind].add(one)
  }

  /** Everything that was reached of an element, sorted. */
  of(tag: Tag): Readonly<Record<string, readonly string[]>> {
    return sorted(this.#seen.get(tag) ?? nothing())
  }
}

const nothing = (): Record<(typeof KINDS)[number], Set<string>> => ({
  parts: new Set(),
  slots: new Set(),
  states: new Set(),
  properties: new Set(),
  events: new Set(),
})

const sorted = (reached: Reached): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(KINDS.map((kind) => [kind, [...reached[kind]].toSorted()]))

/** The same as the manifest has it, by tag. */
function manifested(): readonly (readonly [Tag, Reached])[] {
  const names = (list: readonly { readonly name: string }[] = []): Set<string> =>
    new Set(list.map(({ name }) => name))
  return elementsOf(elementsManifest()).map(
    ({ tagName, cssParts, slots, cssStates, cssProperties, events }) => [
      tagName as Tag,
      {
        parts: names(cssParts),
        slots: names(slots),
        states: names(cssStates),
        properties: names(cssProperties),
        events: names(events),
      },
    ],
  )
}

/** The entries of the manifest, sorted, by tag. */
export const listed = (): readonly (readonly [Tag, Readonly<Record<string, readonly string[]>>])[] =>
  manifested().map(([tag, reached]) => [tag, sorted(reached)])
