// The developer's app as a process: which script its command means, and how it ends.
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { installedScript, startApp } from './app-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'tapboard-app-'))
after(() => rmSync(folder, { recursive: true, force: true }))

test('finds the script of a command by its package, or in the file of npm for Windows', () => {
  mkdirSync(join(folder, 'node_modules/vite'), { recursive: true })
  writeFileSync(join(folder, 'node_modules/vite/package.json'), '{ "bin": { "vite": "bin/vite.js" } }')
  mkdirSync(join(folder, 'node_modules/.bin'))
  const line =
    'endLocal & goto #_undefined_# 2>NUL || title %COMSPEC% & "%_prog%"  "%dp0%\\..\\@angular\\cli\\bin\\ng" %*'
  writeFileSync(join(folder, 'node_modules/.bin/ng.cmd'), `@ECHO off\r\n${line}\r\n`)
  writeFileSync(join(folder, 'node_modules/.bin/odd.cmd'), '@ECHO off\r\n')
  assert.equal(installedScript(folder, 'vite'), join(folder, 'node_modules/vite/bin/vite.js'))
  assert.equal(installedScript(folder, 'ng'), join(folder, 'node_modules/@angular/cli/bin/ng'))
  for (const command of ['odd', 'unknown', '../vite']) assert.equal(installedScript(folder, command), null)
})

/** An app that writes a file at the end of its own stop, which takes a moment. */
const APP = `import { writeFileSync } from 'node:fs'
const over = setInterval(() => {}, 1_000)
process.once('SIGINT', () => setTimeout(() => (writeFileSync(process.argv[2], ''), clearInterval(over)), 200))
writeFileSync(process.argv[2] + '-began', String(process.pid))`

for (const platform of ['win32', 'linux'] as const)
  test(`a stop ${platform === 'win32' ? 'waits for the end of an app that Ctrl-C has reached' : 'asks the app to end'} (${platform})`, async () => {
    writeFileSync(join(folder, 'app.mjs'), APP)
    const mark = join(folder, platform)
    const app = startApp([process.execPath, 'app.mjs', mark], folder, { PATH: process.env['PATH'] }, platform)
    const began = `${mark}-began`
    while (!existsSync(began) || readFileSync(began, 'utf8') === '')
      await new Promise((resolve) => setTimeout(resolve, 20))
    if (platform === 'win32') process.kill(Number(readFileSync(began, 'utf8')), 'SIGINT')
    await app.stop()
    assert.equal(existsSync(mark), platform === 'win32')
  })
