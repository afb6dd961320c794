// Walks through a screen with the Tab key, to the end and back. Returns one sentence per fault: an order that differs from the
// visual one, a focus that is invisible or covered, a trap.
import type { Gallery } from './gallery.ts'
import type { Stop } from './tabs.ts'

/** A date field has at most so many stops beside its first one. */
const PARTS = 4

/** Things on one line: as far apart as their heights overlap. */
const isSameLine = (one: Stop, other: Stop): boolean =>
  Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) >
  Math.min(one.bottom - one.top, other.bottom - other.top) / 2

/** The way out of a navigation leads into the column beside it. */
const isNextColumn = (one: Stop, other: Stop): boolean =>
  other.inNavigation && !one.inNavigation && one.left >= other.right

const isAfter = (one: Stop, other: Stop): boolean =>
  isNextColumn(one, other) || (isSameLine(one, other) ? one.left >= other.left : one.top >= other.top)

/** Focuses the page's button before the element, then moves through the element with `key`. */
async function stops({ page }: Gallery, key: 'Tab' | 'Shift+Tab', most: number): Promise<Stop[]> {
  const met: Stop[] = []
  for (let press = 0; press <= most + PARTS; press += 1) {
    await page.keyboard.press(key)
    const stop = await page.evaluate(() => screens.stop())
    if (!stop.name) return met
    const last = met.at(-1)
    // A date field has a stop for each of its parts.
    if (last?.name === stop.name && last.top === stop.top && last.left === stop.left)
      met[met.length - 1] = { ...stop, visible: last.visible && stop.visible }
    else met.push(stop)
  }
  return met
}

/** Walks through the current screen and returns its faults. */
export async function walk(gallery: Gallery): Promise<readonly string[]> {
  const { page } = gallery
  const most = await page.evaluate(() => screens.stops())
  await page.evaluate(() => screens.leave())
  const there = await stops(gallery, 'Tab', most)
  const back = there.length > most ? [] : await stops(gallery, 'Shift+Tab', most)
  const names = there.map(({ name }) => name)
  const faults: string[] = []
  if (there.length !== most)
    faults.push(`Tab stops ${there.length} times, there are ${most} things: ${names.join(' | ')}`)
  if (
    there.length <= most &&
    back
      .map(({ name }) => name)
      .toReversed()
      .join() !== names.join()
  )
    faults.push(`back is another way: ${back.map(({ name }) => name).join(' | ')}`)
  for (const [index, one] of there.entries()) {
    const next = there[index + 1]
    if (next && !isAfter(next, one)) faults.push(`${next.name} follows ${one.name}, but is placed before it`)
    if (!one.visible) faults.push(`nothing shows that the focus is on ${one.name}`)
    if (one.covered) faults.push(`${one.name} is covered by something else`)
  }
  return faults
}
