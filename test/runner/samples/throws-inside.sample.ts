import { describe, test } from 'node:test'

const forever = (): Promise<void> => new Promise(() => {})

describe('a suite', async () => {
  await Promise.resolve()
  test('throws in a timer', async () => {
    setTimeout(() => {
      throw new Error('thrown inside')
    }, 10)
    await forever()
  })
  test('rejects without await', async () => {
    setTimeout(() => void Promise.reject(new Error('rejected inside')), 10)
    await forever()
  })
  describe('an inner suite', () => {
    test('passes', async () => {
      await Promise.resolve()
    })
  })
})
