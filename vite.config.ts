// How the elements become files for browsers: one self-contained module per element, minified to the byte. Package users
// get the compiler's own output instead, with their bundler's choice of what to share.
import { transform } from 'lightningcss'
import { defineConfig, type Plugin } from 'vite'

/** Blank between tags and at line ends means nothing in these templates; CSS is minified for real. */
export function minifyTemplates(): Plugin {
  return {
    name: 'minify-templates',
    enforce: 'pre',
    transform(code, id) {
      if (!/packages\/elements\/src\/.*\.(view|styles|element)\.ts$/.test(id)) return null
      const styled = code.replace(/css`([^`]*)`/g, (_, text: string) => {
        const { code: small } = transform({ filename: id, code: Buffer.from(text), minify: true })
        return `css\`${Buffer.from(small).toString().replaceAll('\\', '\\\\')}\``
      })
      if (styled !== code) return styled
      return code
        .replace(/>\s*\n\s*(<|\$\{)/g, '>$1')
        .replace(/\}\s*\n\s*</g, '}<')
        .replace(/\}[ \t]+(?=\$\{)/g, '}')
        .replace(/(<[a-z][\w-]*)\s*\n\s*/g, '$1 ')
    },
  }
}

export default defineConfig({
  clearScreen: false,
  logLevel: 'warn',
  resolve: { conditions: ['tapboard-source', 'module', 'browser', 'production'] },
  plugins: [minifyTemplates()],
  build: {
    target: 'es2022',
    outDir: 'packages/elements/dist/browser',
    emptyOutDir: true,
    sourcemap: true,
    lib: {
      entry: { 'terminal-pay': 'packages/elements/src/terminal-pay/terminal-pay.define.ts' },
      formats: ['es'],
    },
    rolldownOptions: {
      output: {
        comments: false,
        // An object: with `true`, library output in ES format keeps its white space.
        minify: { compress: true, mangle: true, codegen: { removeWhitespace: true } },
      },
    },
  },
})
