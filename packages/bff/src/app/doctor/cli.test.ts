// The output of `tapboard doctor` for a process that has none of its settings.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runTapboard } from './cli.ts'

async function doctor(environment: Readonly<Record<string, string>>, ...options: readonly string[]) {
  const lines: string[] = []
  const never = (): never => assert.fail('a check without a configuration asks no other program')
  const code = await runTapboard({
    args: ['doctor', ...options],
    environment,
    nodeVersion: process.versions.node,
    readText: never,
    print: (line) => void lines.push(line),
    printError: (line) => void lines.push(line),
    user: 'ann',
    randomText: never,
    fetch: never,
    openTransport: never,
    openStore: never,
    look: never,
    now: () => 0,
  })
  return { code, lines }
}

test('doctor without settings names the folder of .env, the command that writes one, and the trial', async () => {
  const { code, lines } = await doctor({})
  assert.equal(code, 1)
  const advice = lines.filter((line) => line.startsWith('No settings were found.'))
  assert.equal(advice.length, 1)
  assert.match(advice[0] ?? '', /folder of its \.env; "npx tapboard env > \.env" .*"npx tapboard dev"/)
})

test('doctor with a setting gives no such advice, and JSON has findings only', async () => {
  const some = await doctor({ TAPBOARD_PUBLIC_URL: 'https://pay.shop.example' })
  assert.ok(!some.lines.some((line) => line.startsWith('No settings')))
  for (const line of (await doctor({}, '--json')).lines) assert.ok(line.startsWith('{'), line)
})
