import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { after, before, describe, test } from 'node:test'
import { accept, accepted, isAccepting } from './support/accepted.ts'
import { compare } from './support/compare.ts'
import { Gallery, type Shown } from './support/gallery.ts'
import { fold, lookOf, pixelsOf, printOf, Sheet, type Shot } from './support/sheet.ts'

const LOOKS = [320, 768].flatMap((width) =>
  (['ltr', 'rtl'] as const).flatMap((dir) =>
    (['light', 'dark'] as const).map((theme) => ({ width, dir, theme })),
  ),
)
/** One look of each screen, in turn: together the screens cover every look of every part. */
const isEvery = isAccepting || process.env['TAPBOARD_ALL'] === '1'
const failures = fileURLToPath(new URL('../../node_modules/.cache/visual', import.meta.url))

const gallery = await Gallery.open()

const looksOf = ({ index }: Shown): typeof LOOKS => (isEvery ? LOOKS : [LOOKS[index % 8]!])

/** The difference between a picture and the accepted one, or `null`. Ignores differences below the perceptual threshold. */
function fault(file: string, sheet: Sheet | null, now: Shot): string | null {
  const look = lookOf(now)
  if (sheet?.print(look) === printOf(now)) return null
  const was = sheet?.picture(look)
  if (!was) return `${look}: no picture was accepted`
  const { pixels, shown } = compare(was, pixelsOf(now))
  if (pixels === 0) return null
  const place = path.join(failures, `${file} ${look}.png`.replaceAll(/[ /]/g, '-'))
  mkdirSync(failures, { recursive: true })
  writeFileSync(place, shown)
  return `${look}: ${pixels} pixels differ; ${path.relative(process.cwd(), place)} shows before, now and where`
}

describe('every screen looks as it was accepted', () => {
  before(() => gallery.still())
  after(() => gallery.close())

  for (const screen of gallery.list)
    test(`${screen.tag}, ${screen.name}`, async () => {
      await gallery.show(screen)
      const shots: Shot[] = []
      for (const look of looksOf(screen)) shots.push(await gallery.shot(look))
      const file = `pictures/${screen.file}.br`
      if (isAccepting) return accept(file, fold(shots))
      const before = accepted(file)
      const sheet = before && new Sheet(before)
      const faults = shots.map((shot) => fault(screen.file, sheet, shot)).filter((one) => one !== null)
      const advice = 'Right as it is now? Then: npm run visual -- --accept'
      assert.equal(faults.length, 0, [...faults, advice].join('\n'))
    })
})
