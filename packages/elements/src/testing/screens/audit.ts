// The accessibility audit of one screen: axe with the rules of WCAG 2.2 A and AA, on the element only, in the given looks.
import 'axe-core/axe.min.js'
import type { AxeResults, RunOptions } from 'axe-core'

declare const axe: {
  run(context: Element, options: RunOptions): Promise<AxeResults>
}

/** A look that a page may give the element. */
export interface Look {
  readonly theme: 'light' | 'dark'
  readonly dir: 'ltr' | 'rtl'
}

export const LOOKS: readonly Look[] = (['light', 'dark'] as const).flatMap((theme) =>
  (['ltr', 'rtl'] as const).map((dir) => ({ theme, dir })),
)

/** The results of an audit; rules without matching nodes are in neither list. */
export interface Finding {
  readonly passed: readonly string[]
  /** One sentence for each node that violates a rule. */
  readonly broken: readonly string[]
}

const OPTIONS: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  // The rule is off by default.
  rules: { 'target-size': { enabled: true } },
  resultTypes: ['violations', 'passes'],
  preload: false,
}

/** Applies a look to the element. */
export function dress(element: HTMLElement, { theme, dir }: Look): void {
  element.setAttribute('theme', theme)
  element.dir = dir
  document.documentElement.style.colorScheme = theme
}

/** Audits an element in its present look. */
export async function audit(element: HTMLElement): Promise<Finding> {
  const { passes, violations } = await axe.run(element, OPTIONS)
  return {
    passed: passes.map(({ id }) => id),
    broken: violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary}`),
    ),
  }
}
