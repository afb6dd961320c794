import assert from 'node:assert/strict'
import { globSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { after, before, describe, test } from 'node:test'
import { accept, accepted, FOLDER, isAccepting } from './support/accepted.ts'
import { compare } from './support/compare.ts'
import { Gallery, type Shown } from './support/gallery.ts'
import { palettePng, type Picture } from './support/palette-png.ts'
import {
  fingerprintOf,
  LOOKS,
  nameOf,
  picturedLooks,
  pixelsOf,
  WIDTHS,
  type PageLook,
} from './support/pictures.ts'

const isEvery = isAccepting || process.env['TAPBOARD_ALL'] === '1'
const FAILURES = fileURLToPath(new URL('../../node_modules/.cache/visual', import.meta.url))
const FINGERPRINTS = 'pictures/fingerprints.json'
const MOST_BYTES = 4_000_000

type Fingerprints = Readonly<Record<string, Readonly<Record<string, string>>>>
type Shots = ReadonlyMap<PageLook, Picture>

const gallery = await Gallery.open()
const fingerprints = JSON.parse(accepted(FINGERPRINTS)?.toString() ?? '{}') as Fingerprints
const newFingerprints: Record<string, Record<string, string>> = {}

/** The fingerprints of the present screens. */
const ofScreens = (all: Fingerprints): Fingerprints =>
  Object.fromEntries(Object.entries(all).filter(([name]) => gallery.list.some(({ file }) => file === name)))

/** One look of each screen, of one width or the other in turn, unless all are asked for. */
const looksOf = ({ index, file }: Shown): readonly PageLook[] =>
  isEvery ? LOOKS : [picturedLooks(file)[index % WIDTHS.length]!]

const fileOf = ({ file }: Shown, width: number): string => `pictures/${file}.${width}.png`

function acceptedPicture(screen: Shown, width: number): Picture | undefined {
  const file = accepted(fileOf(screen, width))
  return file === null ? undefined : pixelsOf(file)
}

function keepFailure({ file }: Shown, look: PageLook, png: Buffer): string {
  const place = path.join(FAILURES, `${file} ${nameOf(look)}.png`.replaceAll(/[ /]/g, '-'))
  mkdirSync(FAILURES, { recursive: true })
  writeFileSync(place, png)
  return path.relative(process.cwd(), place)
}

/** Compares with the picture. Returns the fault, or `null`. Differences below the threshold of the eye do not count. */
function pictureFault(screen: Shown, look: PageLook, present: Picture): string | null {
  const expected = acceptedPicture(screen, look.width)
  if (expected === undefined) return `${nameOf(look)}: no picture was accepted`
  const { pixels, show } = compare(expected, present)
  if (pixels === 0) return null
  const place = keepFailure(screen, look, show())
  return `${nameOf(look)}: ${pixels} pixels differ; ${place} shows expected, present, difference`
}

/** Compares with the fingerprint. Its failure shows the present pixels beside the picture of the same width in another look. */
function fingerprintFault(screen: Shown, look: PageLook, present: Picture): string | null {
  if (fingerprints[screen.file]?.[nameOf(look)] === fingerprintOf(present)) return null
  const partner = picturedLooks(screen.file).find(({ width }) => width === look.width)!
  const { show } = compare(acceptedPicture(screen, look.width) ?? present, present)
  const place = keepFailure(screen, look, show())
  return `${nameOf(look)}: another fingerprint; ${place} shows the accepted picture of ${nameOf(partner)}, the present one, difference`
}

function acceptShots(screen: Shown, shots: Shots): void {
  const pictured = picturedLooks(screen.file)
  for (const look of pictured) accept(fileOf(screen, look.width), palettePng(shots.get(look)!))
  newFingerprints[screen.file] = Object.fromEntries(
    [...shots]
      .filter(([look]) => !pictured.includes(look))
      .map(([look, picture]) => [nameOf(look), fingerprintOf(picture)]),
  )
}

describe('the pictures of the screens', () => {
  before(() => gallery.still())
  after(() => gallery.close())
  after(() => {
    if (isAccepting)
      accept(FINGERPRINTS, `${JSON.stringify(ofScreens({ ...fingerprints, ...newFingerprints }), null, 2)}\n`)
  })

  for (const screen of gallery.list)
    test(`match the screen: ${screen.tag}, ${screen.name}`, async () => {
      await gallery.show(screen)
      const shots = new Map<PageLook, Picture>()
      for (const look of looksOf(screen)) shots.set(look, pixelsOf(await gallery.shot(look)))
      if (isAccepting) return acceptShots(screen, shots)
      const pictured = picturedLooks(screen.file)
      const faults = Array.from(shots, ([look, present]) =>
        (pictured.includes(look) ? pictureFault : fingerprintFault)(screen, look, present),
      ).filter((fault) => fault !== null)
      const advice = 'If the present pictures are right: npm run visual -- --accept'
      assert.equal(faults.length, 0, [...faults, advice].join('\n'))
    })

  test('belong to a screen each', () => {
    const expected = gallery.list.flatMap((screen) => WIDTHS.map((width) => fileOf(screen, width)))
    assert.deepEqual(globSync('pictures/*/*', { cwd: FOLDER }).toSorted(), expected.toSorted())
    assert.deepEqual(fingerprints, ofScreens(fingerprints), 'a fingerprint of a screen that does not exist')
  })

  test(`take at most ${MOST_BYTES} bytes`, () => {
    const sizes = globSync('pictures/*/*', { cwd: FOLDER }).map(
      (file) => statSync(path.join(FOLDER, file)).size,
    )
    assert.ok(sizes.reduce((sum, size) => sum + size, 0) <= MOST_BYTES)
  })
})
