/** Files of the page: which paths are read, and their headers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageResponse } from './files.ts'

const HOSTILE = [
  '/dashboard/../../../etc/passwd',
  '/dashboard/assets/../../../etc/passwd',
  '/dashboard/assets/%2e%2e/%2e%2e/etc/passwd',
  '/dashboard/assets/..%2f..%2fetc%2fpasswd',
  '/dashboard/assets//etc/passwd',
  '/dashboard/assets/page.js/../../../../index.js',
  '/dashboard/assets/page.js%00.css',
  '/dashboard/assets/C:\\windows\\win.ini',
  '/dashboard/file:///etc/passwd',
]

void test('a path never leaves the folder of the page', async () => {
  const read: string[] = []
  const reader = (path: string): Promise<null> => {
    read.push(path)
    return Promise.resolve(null)
  }
  for (const path of HOSTILE) {
    // As the server sees it, and as a client that does not normalize sends it.
    for (const pathname of [new URL(path, 'https://service.test').pathname, path])
      assert.equal((await pageResponse(reader, pathname)).status, 404)
  }
  for (const path of read) assert.match(path, /^(index\.html|assets\/[\w.-]+)$/)
  await pageResponse(reader, '/dashboard/assets/page-4f.js')
  assert.equal(read.at(-1), 'assets/page-4f.js')
})
