import { createServer } from 'node:http'
import { test } from 'node:test'

createServer().listen(0, '127.0.0.1')
setInterval(() => {}, 60_000)
test('runs', () => {})
