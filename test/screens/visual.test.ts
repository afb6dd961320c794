import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { after, before, describe, test } from 'node:test'
import { accept, accepted, isAccepting } from './support/accepted.ts'
import { compare } from './support/compare.ts'
import { Gallery, type Shown } from './support/gallery.ts'
import { fold, printOf, printsOf, unfold, type Picture } from './support/sheet.ts'

const WIDTHS = [320, 768] as const
const LOOKS = WIDTHS.flatMap((width) =>
  (['light', 'dark'] as const).flatMap((theme) =>
    (['ltr', 'rtl'] as const).map((dir) => ({ width, theme, dir, name: `${width} ${theme} ${dir}` })),
  ),
)
/** One look of each width for each screen, in turn: together they see every look of every part. */
const isEvery = isAccepting || process.env['TAPBOARD_ALL'] === '1'
const failures = fileURLToPath(new URL('../../node_modules/.cache/visual', import.meta.url))

const gallery = await Gallery.open()
after(() => gallery.close())

const looksOf = ({ index }: Shown): typeof LOOKS =>
  isEvery ? LOOKS : [LOOKS[index % 4]!, LOOKS[4 + ((index + 2) % 4)]!]

/** Nobody can tell the pictures apart; if not, a picture shows where they differ. */
function differs(file: string, name: string, sheet: Buffer, now: Picture): string | null {
  if (printsOf(sheet).get(name) === printOf(now)) return null
  const was = unfold(sheet, name)
  if (!was) return `${name}: nothing was accepted`
  const { pixels, shown } = compare(was, now)
  if (pixels === 0) return null
  const place = path.join(failures, `${file} ${name}.png`.replaceAll(/[ /]/g, '-'))
  mkdirSync(failures, { recursive: true })
  writeFileSync(place, shown)
  return `${name}: ${pixels} pixels differ, see ${path.relative(process.cwd(), place)}`
}

describe('every screen looks as it was accepted', () => {
  before(() => gallery.still())

  for (const screen of gallery.list)
    test(`${screen.tag}, ${screen.name}`, async () => {
      await gallery.show(screen)
      const pictures = new Map<string, Picture>()
      for (const { width, theme, dir, name } of looksOf(screen))
        pictures.set(name, await gallery.picture(theme, dir, width))
      const file = `pictures/${screen.file}.png`
      if (isAccepting) return accept(file, fold(pictures))
      const sheet = accepted(file) ?? Buffer.alloc(0)
      const faults = Array.from(pictures, ([name, now]) => differs(screen.file, name, sheet, now)).filter(
        (fault) => fault !== null,
      )
      const advice = 'Right as it is now? Then: npm run visual -- --accept'
      assert.equal(faults.length, 0, [...faults, advice].join('\n'))
    })
})
