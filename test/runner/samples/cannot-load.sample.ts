import { test } from 'node:test'

if (process.pid > 0) throw new Error('this file is not there')
test('is not reached', () => {})
