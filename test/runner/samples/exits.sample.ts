import { test } from 'node:test'

test('runs', () => {})
test('exits', () => process.exit(0))
test('is lost', () => {})
