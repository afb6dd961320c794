// How the elements become files for browsers: one self-contained module per element, minified to the byte, and beside it
// what is loaded when it is needed. `--mode merchant-apply` makes that element, any other mode the first. Package users get the compiler's own output instead, with their bundler's choice of what to share.
import { transform } from 'lightningcss'
import { defineConfig, type Plugin } from 'vite'
import { parts } from './test/build/parts.ts'
import { precompiled } from './test/build/precompile.ts'

/** Blank between tags and at line ends means nothing in these templates; CSS is minified for real. */
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
      // Text alone: what `css` checks of values that are put in is not needed then.
      return { code: small.replace('{ css }', '{ unsafeCSS as css }'), map: null }
    },
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue
        // After minifying, a line end with an indent stands in templates alone.
        file.code = file.code
          .replace(/([>}])\n {2,}(?=<)/g, '$1')
          .replace(/>\n {2,}(?=\$\{)/g, '>')
          .replace(/\n {2,}(?=\/?>)/g, '')
          .replace(/\n {2,}/g, ' ')
      }
    },
  }
}

/** Schemas that the elements judge answers by, each after those it is made of. */
export const SCHEMAS = [
  'AmountMinor',
  'DeviceView',
  'Sale',
  'Checkout',
  'StaleFrame',
  'OrderFrame',
  'TransactionDetails',
  'Issue',
  'Problem',
  'RegisteredDevice',
  'AddressValues',
  'SignerValues',
  'BankingValues',
  'ApplicationValues',
  'TierView',
  'TermsDocument',
  'Consent',
  'Terms',
  'ApplicationDraft',
  'ApplicationSnapshot',
  'SealKey',
  'ApplicationPage',
  'SavedDraft',
]

/** What a later file is called: a dictionary by element and language, everything else by its element and its own name. */
const laterName =
  (element: string) =>
  ({ name, facadeModuleId }: { readonly name: string; readonly facadeModuleId?: string | null }): string => {
    const [, part, language] = /\/languages\/([\w-]+)\/([\w-]+)\.ts$/.exec(facadeModuleId ?? '') ?? []
    return part ? `languages/${part}.${language}.js` : `${element}-${name.replace(/\.\w+$/, '')}.js`
  }

export default defineConfig(({ mode }) => {
  const element = mode === 'merchant-apply' ? mode : 'terminal-pay'
  return {
    clearScreen: false,
    logLevel: 'warn',
    resolve: { conditions: ['tapboard-source', 'module', 'browser', 'production'] },
    plugins: [precompiled(SCHEMAS), minifyTemplates(), parts()],
    build: {
      target: 'es2022',
      outDir: 'packages/elements/dist/browser',
      emptyOutDir: element === 'terminal-pay',
      sourcemap: false,
      lib: {
        entry: { [element]: `packages/elements/src/${element}/${element}.define.ts` },
        formats: ['cjs'],
        fileName: (_, name) => `${name}.js`,
      },
      rolldownOptions: {
        preserveEntrySignatures: 'allow-extension',
        output: {
          chunkFileNames: laterName(element),
          comments: false,
          generatedCode: { symbols: false },
          minify: { compress: true, mangle: true, codegen: { removeWhitespace: true } },
        },
      },
    },
  }
})
