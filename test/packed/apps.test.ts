// The packed packages in real apps: each installed from the tarballs, type-checked with its own tool, which must also find
// each of a list of mistakes, built, served, and driven in Chromium against real processes until the sale is approved.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { join } from 'node:path'
import { useBrowser } from '../journeys/support/browser.ts'
import { Clerk } from '../journeys/support/clerk.ts'
import { built, installApp, typesHold, type App } from './app.ts'
import { openWorld, type World } from './world.ts'

const TSC = ['typescript/bin/tsc', '-p', '.'] as const

/** Apps that are built into files; each is its own developer's, and shares nothing with the others. */
const APPS: readonly App[] = [{ name: 'vite-ts', check: TSC, wrong: ['vite-ts.ts', 'src/wrong.ts'] }]

const browser = useBrowser()
let world: World
before(async () => {
  world = await openWorld(APPS.map(({ name }) => name))
})
after(() => world.close())

describe('a developer who installs the packages', { concurrency: 2 }, () => {
  for (const app of APPS)
    test(`in an app with ${app.name} is told of mistakes by the compiler, and takes an approved sale`, async (t) => {
      const began = performance.now()
      const site = world.siteOf(app.name)
      const installed = installApp(app, { VITE_BFF_URL: world.bffUrl })
      t.after(() => installed.remove())
      await Promise.all([typesHold(app, installed), built(app, installed)])
      site.serve(join(installed.folder, 'dist'), world.tradeOf(app.name))
      const order = `ORDER-${app.name}`
      const visit = await browser.visit()
      const page = await visit.tab()
      await page.goto(`${site.url}/?order=${order}`)
      const clerk = new Clerk(page)
      await clerk.press('Charge $42.00 on Counter')
      await clerk.sees('Approved')
      // The page's own code heard it, too.
      const reference = await clerk.fact('Reference')
      await page.getByText(`approved: ${reference}`).waitFor()
      await visit.leave()
      assert.ok(await world.isPaid(order))
      t.diagnostic(`${app.name}: ${((performance.now() - began) / 1000).toFixed(1)} s`)
    })
})
