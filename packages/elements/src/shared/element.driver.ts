// The part that the test drivers of all elements share: it finds and uses what a person would, so that a test does not depend on the
// inside of an element. No element imports it.
import type { LitElement } from 'lit'
import { untilDrawn } from './drawn.ts'

/** Text of a part of an element, with collapsed white space. */
export const textOf = (part: Element | null | undefined): string =>
  (part?.textContent ?? '').replace(/\s+/g, ' ').trim()

/** The accessible name of a button: its own, or its text. */
const labelOf = (button: Element): string => button.getAttribute('aria-label') ?? textOf(button)

/** The field with this label below `root`. */
export function fieldWith(root: ShadowRoot, label: string): HTMLInputElement {
  const found = [...root.querySelectorAll('label')].find((one) => textOf(one) === label)?.control
  if (!(found instanceof HTMLInputElement)) throw new Error(`there is no field "${label}"`)
  return found
}

/** Reads and operates one element in a test, as a person does. */
export abstract class ElementDriver<Driven extends LitElement, Events> {
  /** The element under test. */
  readonly element: Driven

  constructor(element: Driven) {
    this.element = element
  }

  /** The shadow root of the element. */
  get root(): ShadowRoot {
    return this.element.shadowRoot!
  }

  /** Text of the heading. */
  get title(): string {
    return textOf(this.root.querySelector('h2'))
  }

  /** The visible text, with collapsed white space. */
  get text(): string {
    return [...this.root.querySelectorAll('section > :not(.unseen)')].map(textOf).join(' ')
  }

  /** Text of the live region. */
  get spoken(): string {
    return textOf(this.root.querySelector('[role=status]'))
  }

  /** Labels of the buttons, in order: the accessible name, if a button has one of its own. */
  get buttons(): string[] {
    return [...this.root.querySelectorAll('button')].map(labelOf)
  }

  /** The button with this label, or whose label begins with it. */
  button(label: string): HTMLButtonElement {
    const all = [...this.root.querySelectorAll('button')]
    const found =
      all.find((one) => labelOf(one) === label) ?? all.find((one) => labelOf(one).startsWith(label))
    if (!found) throw new Error(`there is no button "${label}"; there are: ${this.buttons.join(', ')}`)
    return found
  }

  /** Whether the button with this label can be pressed now. A busy one is `aria-disabled`, so that it keeps the focus. */
  can(label: string): boolean {
    return this.button(label).getAttribute('aria-disabled') !== 'true'
  }

  /** Presses a button. */
  press(label: string): void {
    this.button(label).click()
  }

  /** Resolves when `condition` holds after a render of the element. */
  until(condition: () => boolean): Promise<void> {
    return untilDrawn(this.element, this.root, condition)
  }

  /** The next event of this name. */
  next<Name extends keyof Events & string>(name: Name): Promise<Events[Name]> {
    return new Promise((resolve) =>
      this.element.addEventListener(name, (event) => resolve(event as Events[Name]), { once: true }),
    )
  }
}
