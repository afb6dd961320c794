// Makes the templates and style sheets of the elements smaller. A bundler cannot: they are texts.
import { transform } from 'lightningcss'
import MagicString from 'magic-string'
import type { Plugin } from 'vite'
import { nameOf, nodes, within, type Node } from './syntax-tree.ts'

/** Replaces the expression between two texts of a template. */
const HOLE = '${}'

/** The texts of a template without insignificant white space: line ends with an indent. */
export const smallerTexts = (texts: readonly string[]): readonly string[] =>
  texts
    .join(HOLE)
    .replace(/([>}])\n {2,}(?=<)/g, '$1')
    .replace(/>\n {2,}(?=\$\{)/g, '>')
    .replace(/\n {2,}(?=\/?>)/g, '')
    .replace(/\n {2,}/g, ' ')
    .split(HOLE)

function minifyHtml(code: MagicString, quasis: readonly Node[]): void {
  const texts = quasis.map(({ start, end }) => code.original.slice(start, end))
  smallerTexts(texts).forEach((text, index) => {
    const { start, end } = quasis[index]!
    if (text !== texts[index]) code.overwrite(start, end, text)
  })
}

function minifyCss(code: MagicString, { start, end }: Node, [text]: readonly Node[], filename: string): void {
  const source = Buffer.from(code.original.slice(text!.start, text!.end))
  const small = Buffer.from(transform({ filename, code: source, minify: true }).code).toString()
  code.overwrite(start, end, `unsafeCSS(\`${small.replaceAll('\\', '\\\\')}\`)`)
}

/** Removes insignificant white space from the templates of the elements; minifies their style sheets. */
export function minifyTemplates(): Plugin {
  return {
    name: 'minify-templates',
    transform(original, id) {
      if (!/\/elements\/src\//.test(id)) return null
      const code = new MagicString(original)
      let styles = false
      for (const node of within(this.parse(original) as unknown as Node)) {
        if (node.type !== 'TaggedTemplateExpression') continue
        const quasis = nodes((node['quasi'] as Node)['quasis'])
        const tag = nameOf(node['tag'])
        if (tag === 'html' || tag === 'svg') minifyHtml(code, quasis)
        if (tag !== 'css') continue
        if (quasis.length > 1) throw new Error(`${id} has a style sheet with an expression`)
        minifyCss(code, node, quasis, id)
        styles = true
      }
      // The text has no expressions, so `css` has nothing to check.
      if (styles) code.prepend("import { unsafeCSS } from 'lit';")
      return code.hasChanged()
        ? { code: code.toString(), map: code.generateMap({ hires: 'boundary' }) }
        : null
    },
  }
}
