import { after, test } from 'node:test'

const BLOCKED_MS = 1_500

/** Timers that are due run between two turns. */
async function turns(): Promise<void> {
  for (let count = 0; count < 3; count += 1) await new Promise((resolve) => setImmediate(resolve))
}

test('runs', () => {})
after(async () => {
  await turns()
  for (const end = performance.now() + BLOCKED_MS; performance.now() < end;);
  await turns()
})
