// The exports maps, checked by other tools: publint, and type resolution in every mode of ES modules.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { ROOT } from '../kit/process.ts'
import { packageName, PACKAGES, tarballOf } from './pack.ts'

const run = promisify(execFile)
const ATTW = join(ROOT, 'node_modules/@arethetypeswrong/cli/dist/index.js')

/** Loaded by neighbouring files, by a command or by a tag, never by an import in user code: they have no types. */
const NO_TYPES = ['package.json', 'custom-elements.json', 'needs-node', 'supported-node', 'command']

describe('the exports of every package', { concurrency: 2 }, () => {
  for (const name of PACKAGES) {
    const file = tarballOf(packageName(name))

    test(`${packageName(name)}: publint reports no problem`, async () => {
      const bytes = readFileSync(file)
      const tarball = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer
      const { messages, pkg } = await publint({ pack: { tarball }, strict: true })
      assert.deepEqual(
        messages.map((one) => formatMessage(one, pkg, { color: false })),
        [],
      )
    })

    // CommonJS is not supported: `esm-only` skips the two modes that would require it.
    test(`${packageName(name)}: types resolve in every mode in which code resolves`, async () => {
      const options = ['--profile', 'esm-only', '--format', 'ascii', '--no-color', '--no-emoji']
      const { stdout } = await run(process.execPath, [
        ATTW,
        file,
        ...options,
        '--exclude-entrypoints',
        ...NO_TYPES,
      ])
      const found = [...stdout.matchAll(/^(?:node16 \(from ESM\)|bundler): (.*)$/gm)].map(([, said]) => said)
      assert.notEqual(found.length, 0)
      for (const said of found) assert.match(said ?? '', /^OK|^\(wildcard\)/)
    })
  }
})
