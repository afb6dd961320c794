import { test } from 'node:test'

test('starts a timer', () => {
  setTimeout(() => {
    throw new Error('thrown late')
  }, 10)
})
