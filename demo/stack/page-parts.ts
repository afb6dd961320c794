// The parts that the demo's pages share: `<!-- part NAME -->` in a page becomes the file `demo/shared/parts/NAME.html`.
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const partOf = (name: string): string =>
  readFileSync(new URL(`../shared/parts/${name}.html`, import.meta.url), 'utf8').trimEnd()

/** Puts the parts into a page. */
const withParts = (html: string): string =>
  html.replace(/^( *)<!-- part ([\w-]+) -->$/gm, (_, indent: string, name: string) =>
    partOf(name).replace(/^(?=.)/gm, indent),
  )

/** Puts the shared parts into each page of a build. */
export const pageParts = (): Plugin => ({
  name: 'page-parts',
  transformIndexHtml: { order: 'pre', handler: withParts },
})
