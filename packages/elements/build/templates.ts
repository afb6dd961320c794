// Makes the templates and style sheets of the elements smaller.
import { transform } from 'lightningcss'
import type { Plugin } from 'vite'

/** Removes insignificant white space from templates; minifies CSS. */
export function minifyTemplates(): Plugin {
  return {
    name: 'minify-templates',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('.styles.ts')) return null
      const small = code.replace(/css`([^`]*)`/g, (_, text: string) => {
        const made = transform({ filename: id, code: Buffer.from(text), minify: true })
        return `css(\`${Buffer.from(made.code).toString().replaceAll('\\', '\\\\')}\`)`
      })
      // The text has no expressions any more, so `css` has nothing to check.
      return { code: small.replace('{ css }', '{ unsafeCSS as css }'), map: null }
    },
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue
        // In minified code only templates have a line end with an indent.
        file.code = file.code
          .replace(/([>}])\n {2,}(?=<)/g, '$1')
          .replace(/>\n {2,}(?=\$\{)/g, '>')
          .replace(/\n {2,}(?=\/?>)/g, '')
          .replace(/\n {2,}/g, ' ')
      }
    },
  }
}
