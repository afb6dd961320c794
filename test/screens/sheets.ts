// `npm run tool -- screen-sheets`: takes the sheets of the docs' gallery, one for each screen (`demo/docs/screen/sheet.ts`). With words,
// only those of the screens whose file has one of them: `npm run tool -- screen-sheets approved`.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { PICTURES, SHEET_SCALE, SHEET_WIDTHS, sheetPath } from '../../demo/docs/screen/sheet.ts'
import { Gallery, type Shown } from './support/gallery.ts'
import type { Picture } from './support/palette-png.ts'
import { pixelsOf } from './support/pictures.ts'
import { beside, sheetPng } from './support/sheet.ts'

/** Screens that the docs do not show: they need the page of a vendor. */
const OF_VENDOR = /in-the-frame/

const words = process.argv.slice(2)
const isWanted = ({ file }: Shown): boolean =>
  !OF_VENDOR.test(file) && (words.length === 0 || words.some((word) => file.includes(word)))

async function lookOf(gallery: Gallery, theme: 'light' | 'dark'): Promise<Picture> {
  const pictures: Picture[] = []
  for (const width of SHEET_WIDTHS)
    pictures.push(pixelsOf(await gallery.shot({ theme, dir: 'ltr', width }, SHEET_SCALE)))
  return beside(pictures)
}

const gallery = await Gallery.open({ isSmooth: true })
await gallery.still()
await gallery.size(Math.max(...SHEET_WIDTHS) + 100, 1000)
let bytes = 0
for (const screen of gallery.list.filter(isWanted)) {
  await gallery.show(screen)
  const png = sheetPng(await lookOf(gallery, 'light'), await lookOf(gallery, 'dark'))
  const file = path.join(fileURLToPath(PICTURES), sheetPath(screen.file, 'now'))
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, png)
  bytes += png.length
}
await gallery.close()
process.stdout.write(`${bytes} bytes\n`)
