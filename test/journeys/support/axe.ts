// The audit of axe-core in a page of any engine: its source, the function that runs it, and its findings as sentences.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { LONG } from '../../kit/limits.ts'

/** The source of axe-core; it defines `axe` in the page. */
export const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The part of an audit's result that the tests read. */
interface Audit {
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
const sideways = (): number => document.body.scrollWidth - document.body.clientWidth

/** One sentence for each violation. */
export const findings = ({ violations }: Audit): readonly string[] =>
  violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)

/** A page of any engine that has loaded {@link AXE}. */
interface AuditedPage {
  show(width: number, colorScheme: 'light' | 'dark'): Promise<unknown>
  run<Result>(work: () => Result | Promise<Result>): Promise<Result>
}

const LOOKS = [
  [1280, 'light'],
  [320, 'dark'],
  [1280, 'dark'],
  [320, 'light'],
  [768, 'light'],
  [768, 'dark'],
] as const
let next = 0

/** Audits a page as it is: in the next look of a row, in the long version in all of them. */
export async function auditLooks(page: AuditedPage, name: string): Promise<void> {
  for (const [width, scheme] of LONG ? LOOKS : [LOOKS[next++ % LOOKS.length]!]) {
    await page.show(width, scheme)
    assert.deepEqual(findings(await page.run(runAxe)), [], `${name} at ${width} px, ${scheme}`)
    assert.equal(await page.run(sideways), 0, `${name} scrolls sideways at ${width} px, ${scheme}`)
  }
}
