// The cores run without Node. Service, BFF and store are bundled for a browser and for a Cloudflare-style worker. No Node module
// is left in the bundles, and none is requested while they run.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))
const ENTRIES = ['@tapboard/bff/fetch', '@tapboard/service/fetch', '@tapboard/store/memory']
const RUNTIMES = { 'a browser': ['browser'], 'a worker of a host': ['workerd', 'worker', 'browser'] }

/** Names that only Node defines, read or called; a bundle that uses one fails without Node. `process(` is a method. */
const GLOBALS = /(?<![\w.$'"`])(?:process\s*\.|(?:Buffer|setImmediate|__dirname|require)\s*[.(])/

for (const [runtime, conditions] of Object.entries(RUNTIMES))
  for (const entry of ENTRIES)
    test(`D-79 ${entry} runs without Node in ${runtime}`, async () => {
      const { errors, metafile, outputFiles } = await build({
        stdin: { contents: `export * from '${entry}'`, resolveDir: root },
        bundle: true,
        write: false,
        metafile: true,
        format: 'esm',
        platform: 'browser',
        conditions: ['tapboard-source', ...conditions],
        logLevel: 'silent',
      })
      assert.deepEqual(errors, [])
      const foreign = Object.values(metafile.outputs).flatMap(({ imports }) => imports)
      assert.deepEqual(foreign, [])
      const ours = Object.keys(metafile.inputs).filter((path) => /(^|\/)packages\//.test(path))
      assert.ok(ours.length > 10, 'the sources themselves were bundled')
      const text = outputFiles[0]?.text ?? ''
      const code = text
        .split('\n')
        .filter((line) => !/^\s*(\/\/|\*|\/\*)/.test(line))
        .find((line) => GLOBALS.test(line))
      assert.equal(code, undefined)
    })
