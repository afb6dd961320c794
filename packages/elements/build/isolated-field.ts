// The script of the frame of an isolated field. The BFF serves it inside its page, so that it is written into the package of the
// BFF, where a hash in the policy of the page names it.
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { precompiled } from './precompile.ts'

const folder = fileURLToPath(new URL('..', import.meta.url))

/** The file of the BFF with the script. */
export const GENERATED = fileURLToPath(
  new URL('../../bff/src/application/seal/frame-script.generated.ts', import.meta.url),
)

/** Builds the script in memory. */
export async function buildIsolatedField(): Promise<string> {
  const built = await build({
    configFile: false,
    root: folder,
    logLevel: 'warn',
    resolve: { conditions: ['tapboard-source', 'module', 'browser', 'production'] },
    plugins: [precompiled()],
    build: {
      target: 'es2022',
      write: false,
      lib: {
        entry: `${folder}src/isolated-field/frame.ts`,
        formats: ['iife'],
        name: 'frame',
        fileName: () => 'frame.js',
      },
      rolldownOptions: { checks: { pluginTimings: false }, output: { comments: false } },
    },
  })
  const [file] = (Array.isArray(built) ? built : [built]).flatMap((one) =>
    'output' in one ? one.output : [],
  )
  if (file?.type !== 'chunk') throw new Error('the build makes no script of the frame')
  return file.code.trim()
}

/** The file of the BFF for this script. */
export const generatedText = (script: string): string =>
  `// Made by npm run build from packages/elements/src/isolated-field. Do not edit.\n\n` +
  `/** The script of the frame of an isolated field. */\nexport const FRAME_SCRIPT =\n  ${JSON.stringify(script)}\n`
