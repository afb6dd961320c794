// `npm run tool -- lighthouse`: measures pages of the running demo as a phone on a slow connection, and fails below
// the limits: 100 for accessibility and best practices, 95 for performance. It lists the audits of a failing
// page.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import lighthouse, { type Result } from 'lighthouse'
import { chromium } from 'playwright-core'
import { chromium as findChromium } from '../test/browsers.mjs'
import { startStack } from './stack.ts'

/** The least score of each kind, out of 100. */
const LEAST = { accessibility: 100, 'best-practices': 100, performance: 95 } as const
type Kind = keyof typeof LEAST
const KINDS = Object.keys(LEAST) as readonly Kind[]

/** Measured pages: home, a long page, one with a live element, the till, the sign-up. */
const PAGES = ['docs/', 'docs/bff/', 'docs/states/', 'docs/theming/', '', 'sign-up/'] as const

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

const dir = mkdtempSync(join(tmpdir(), 'tapboard-lighthouse-'))
const stack = await startStack({ dir, bff: { limits: { mint: { count: 1000, windowSeconds: 1 } } } })
const port = await freePort()
const { executablePath, args } = await findChromium()
const browser = await chromium.launch({
  executablePath,
  args: [...args, `--remote-debugging-port=${port}`, '--remote-debugging-address=127.0.0.1'],
})

const measure = async (page: string): Promise<Result> => {
  const run = await lighthouse(`${stack.siteUrl}/${page}`, {
    port,
    logLevel: 'error',
    onlyCategories: [...KINDS],
  })
  if (run === undefined) throw new Error(`Lighthouse gave nothing for /${page}.`)
  return run.lhr
}
const performance = ({ categories }: Result): number => (categories['performance']?.score ?? 0) * 100

try {
  const wanted = process.argv.slice(2)
  for (const page of wanted.length > 0 ? wanted : PAGES) {
    let best = await measure(page)
    // Other load on the machine only lowers the score, so the best of three runs counts.
    for (let again = 0; again < 2 && performance(best) < LEAST.performance; again += 1) {
      const next = await measure(page)
      if (performance(next) > performance(best)) best = next
    }
    const { categories, audits } = best
    const score = (kind: Kind): number => Math.round((categories[kind]?.score ?? 0) * 100)
    const line = KINDS.map((kind) => `${kind} ${score(kind)}`).join(', ')
    process.stdout.write(`/${page}: ${line}\n`)
    for (const kind of KINDS) {
      if (score(kind) >= LEAST[kind]) continue
      process.exitCode = 1
      const costly = (categories[kind]?.auditRefs ?? []).filter(
        ({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9,
      )
      for (const { id } of costly)
        process.stderr.write(`  ${id}: ${audits[id]?.title ?? ''} ${audits[id]?.displayValue ?? ''}\n`)
    }
  }
} finally {
  await browser.close()
  await stack.close()
  rmSync(dir, { recursive: true, force: true })
}
