import { test } from 'node:test'

await new Promise(() => {})
test('is not reached', () => {})
