// `npm run build`: bundles the on-screen terminal of the demo into one file of this package.
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../../..', import.meta.url))

await build({
  entryPoints: [`${root}demo/terminal/virtual-terminal.define.ts`],
  outfile: `${root}packages/tapboard/dist/on-screen/terminal.js`,
  tsconfig: `${root}demo/tsconfig.json`,
  conditions: ['tapboard-source', 'browser', 'production'],
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  legalComments: 'none',
})
