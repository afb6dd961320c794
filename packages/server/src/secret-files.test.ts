import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isEnvironmentError } from './environment-error.ts'
import { withSecretFiles } from './secret-files.ts'

const FILES: Readonly<Record<string, string>> = {
  '/run/key': 'one\n',
  '/run/list': 'a\r\n',
  '/run/json': '{\n}\n\n',
}
const readText = (path: string): string => {
  const text = FILES[path]
  if (text === undefined) throw new Error(`ENOENT ${path}`)
  return text
}
const read = (environment: Record<string, string>) =>
  withSecretFiles(environment, ['KEY', 'LIST', 'JSON'], readText)

test('reads the value of each NAME_FILE without the line break at its end', () => {
  const environment = { KEY_FILE: '/run/key', LIST_FILE: '/run/list', JSON_FILE: '/run/json', PORT: '1' }
  assert.deepEqual(read(environment), { KEY: 'one', LIST: 'a', JSON: '{\n}\n', PORT: '1' })
  assert.deepEqual(read({ KEY_FILE: '', KEY: 'two' }), { KEY: 'two' })
  assert.deepEqual(read({ PORT_FILE: '/run/key' }), { PORT_FILE: '/run/key' })
})

test('refuses a value beside its file, and a file that cannot be read, without a path or value', () => {
  const messageOf = (environment: Record<string, string>): string => {
    try {
      read(environment)
    } catch (error) {
      assert.ok(isEnvironmentError(error))
      return error.message
    }
    return ''
  }
  assert.equal(messageOf({ KEY_FILE: '/run/key', KEY: 'x' }), 'Set either KEY or KEY_FILE, not both.')
  assert.equal(messageOf({ KEY_FILE: '/nowhere' }), 'KEY_FILE must be the path of a file that can be read.')
})
