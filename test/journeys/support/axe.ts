// The audit of axe-core in a page of any engine: its source, the function that runs it, and its findings as sentences.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** The source of axe-core; it defines `axe` in the page. */
export const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Findings of an audit. */
export interface Audit {
  readonly violations: readonly {
    readonly id: string
    readonly nodes: readonly { readonly html: string }[]
  }[]
}

/** Runs in the page: audits it as it is. */
export const runAxe = (): Promise<Audit> =>
  (globalThis as unknown as { readonly axe: { run(options: object): Promise<Audit> } }).axe.run({
    resultTypes: ['violations'],
  })

/** Runs in the page: how far it scrolls sideways, in px. */
export const sideways = (): number => document.body.scrollWidth - document.body.clientWidth

/** One sentence for each violation. */
export const findings = ({ violations }: Audit): readonly string[] =>
  violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
