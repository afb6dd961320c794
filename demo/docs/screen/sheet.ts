// The sheets of the gallery: for each screen one picture of half size with the screen at 1280, 390 and 320 px beside one another.
// A sheet has the pixels once and two palettes, light and dark, because the screens differ in colours alone: `build/sheets.ts` makes
// two files of it. `npm run tool -- screen-sheets` takes them.

/** Widths of the page in px, from left to right. */
export const SHEET_WIDTHS = [1280, 390, 320] as const

/** Size of a sheet's screens. The overview shows the part of 390 px, whose place `gallery.css` has. */
export const SHEET_SCALE = 0.5

/** Present sheets, and those of the commit 91b5e9b7 of 2026-11-21. */
export type SheetTime = 'now' | 'before'

/** Folder of the pictures that the gallery shows. */
export const PICTURES = new URL('../pictures/', import.meta.url)

/** Path of the sheet of a screen such as `terminal-pay/approved`, in {@link PICTURES}. */
export const sheetPath = (file: string, time: SheetTime): string => `${time}/${file}.png`

/** Type of the PNG chunk with the dark palette: ancillary, private, safe to copy (PNG 5.4). */
export const DARK_PALETTE = 'tbDk'
