import assert from 'node:assert/strict'
import { test } from 'node:test'
import { programOf } from './app-process.ts'
import { readArguments } from './arguments.ts'

const read = (line: string) => readArguments(line.split(' ').filter(Boolean))

test('the words after the options are the command of the app', () => {
  const none = { port: null, withoutBff: false, command: [] }
  assert.deepEqual(read(''), none)
  assert.deepEqual(read('node server.js --port 5'), {
    ...none,
    command: ['node', 'server.js', '--port', '5'],
  })
  assert.deepEqual(read('--port 4400 --without-bff next dev'), {
    port: 4400,
    withoutBff: true,
    command: ['next', 'dev'],
  })
  assert.deepEqual(read('--port=1 -- -x'), { ...none, port: 1, command: ['-x'] })
})

test('an unknown option and an impossible port are named', () => {
  assert.equal(read('--help'), 'help')
  assert.deepEqual(read('--prot 1'), {
    fault: 'There is no option --prot; see tapboard dev --help. Did you mean --port?',
  })
  for (const port of ['', '0', '65534', 'x', '-1'])
    assert.deepEqual(readArguments(['--port', port]), {
      fault: '--port must be a whole number from 1 to 65533.',
    })
})

test('a command needs no shell: scripts of packages run under Node, on Windows too', () => {
  const find = (command: string): string | null => (command === 'next' ? '/app/next.js' : null)
  const programs = (line: string, platform: NodeJS.Platform, manager?: string) =>
    programOf(line.split(' '), { platform, find, manager })
  assert.deepEqual(programs('node a.js', 'win32'), [process.execPath, 'a.js'])
  assert.deepEqual(programs('next dev', 'win32'), [process.execPath, '/app/next.js', 'dev'])
  assert.deepEqual(programs('server.mjs', 'linux'), [process.execPath, 'server.mjs'])
  assert.deepEqual(programs('python3 a.py', 'win32'), ['python', 'a.py'])
  assert.deepEqual(programs('python3 a.py', 'linux'), ['python3', 'a.py'])
  const npm = 'C:\\node\\node_modules\\npm\\bin\\npm-cli.js'
  assert.deepEqual(programs('npm run dev', 'win32', npm), [process.execPath, npm, 'run', 'dev'])
  const npx = npm.replace('npm-cli', 'npx-cli')
  assert.deepEqual(programs('npx ng', 'win32', npm), [process.execPath, npx, 'ng'])
  const pnpm = 'C:\\tools\\pnpm.cjs'
  assert.deepEqual(programs('pnpm dev', 'win32', pnpm), [process.execPath, pnpm, 'dev'])
  assert.deepEqual(programs('yarn dev', 'win32', npm), ['yarn', 'dev'])
  assert.deepEqual(programs('npm run dev', 'linux', npm), ['npm', 'run', 'dev'])
})
