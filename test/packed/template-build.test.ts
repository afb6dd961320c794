// The project of React with Vite, from the template: its types are right, and it builds.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { copyTemplate } from '../../packages/create-tapboard/src/create.ts'
import { ROOT } from '../kit/process.ts'
import { install } from './install.ts'

const TOOLS = ['vite', 'typescript', 'react', 'react-dom', '@types/react', '@types/react-dom', '@types/node']

const folder = install({ ours: ['elements'], tools: TOOLS })
after(() => rmSync(folder, { recursive: true, force: true }))
copyTemplate(join(ROOT, 'packages/create-tapboard/templates/react-vite'), folder, {
  NAME: 'shop',
  VERSION: '0.0.0',
})

const run = (script: string, ...args: readonly string[]): Promise<string> =>
  promisify(execFile)(process.execPath, [join(folder, 'node_modules', script), ...args], {
    cwd: folder,
    env: { ...process.env, NODE_OPTIONS: '', TAPBOARD_PUBLIC_URL: 'http://localhost:4300' },
  }).then(
    ({ stdout }) => stdout,
    (error: { readonly stdout: string; readonly stderr: string }) =>
      assert.fail(`${error.stdout}${error.stderr}`),
  )

test('the project react-vite has no type error and builds', async () => {
  await run('typescript/bin/tsc')
  await run('vite/bin/vite.js', 'build', '--logLevel', 'error')
  assert.ok(existsSync(join(folder, 'dist/index.html')))
})
