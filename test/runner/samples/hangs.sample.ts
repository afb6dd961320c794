import { test } from 'node:test'

test('waits', () => new Promise(() => setInterval(() => {}, 60_000)))
