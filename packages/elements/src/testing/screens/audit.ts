// The accessibility audit of one screen: axe with the rules of WCAG 2.2 A and AA, on the element alone, in the looks it is given.
import 'axe-core/axe.min.js'
import type { AxeResults, RunOptions } from 'axe-core'

declare const axe: {
  run(context: Element, options: RunOptions): Promise<AxeResults>
}

/** How a page may want the element to look. */
export interface Look {
  readonly theme: 'light' | 'dark'
  readonly dir: 'ltr' | 'rtl'
}

/** Every look. */
export const LOOKS: readonly Look[] = (['light', 'dark'] as const).flatMap((theme) =>
  (['ltr', 'rtl'] as const).map((dir) => ({ theme, dir })),
)

/** What an audit found; rules that had nothing to look at are in neither list. */
export interface Finding {
  readonly passed: readonly string[]
  /** One sentence for each node that breaks a rule. */
  readonly broken: readonly string[]
}

const OPTIONS: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  // The rule is off unless it is asked for.
  rules: { 'target-size': { enabled: true } },
  resultTypes: ['violations', 'passes'],
  preload: false,
}

/** Gives the element a look. */
export function dress(element: HTMLElement, { theme, dir }: Look): void {
  element.setAttribute('theme', theme)
  element.dir = dir
  document.documentElement.style.colorScheme = theme
}

/** Audits an element as it looks now. */
export async function audit(element: HTMLElement): Promise<Finding> {
  const { passes, violations } = await axe.run(element, OPTIONS)
  return {
    passed: passes.map(({ id }) => id),
    broken: violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary}`),
    ),
  }
}
