import { test } from 'node:test'

test('does not await', () => {
  void new Promise((_resolve, reject) => setTimeout(() => reject(new Error('rejected late')), 10))
})
