/** `npm run tool -- NAME [argument…]`: runs a tool of test/tools.ts. */
import { spawnSync } from 'node:child_process'
import { TOOLS } from './tools.ts'

const [name = '', ...given] = process.argv.slice(2)
const commands = TOOLS[name]
if (commands === undefined) {
  console.error(`"${name}" is no tool. There are: ${Object.keys(TOOLS).join(', ')}.`)
  process.exitCode = 1
}
for (const [index, [program, ...args]] of (commands ?? []).entries()) {
  const isLast = index === commands!.length - 1
  const { status } = spawnSync(program, isLast ? [...args, ...given] : args, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) {
    process.exitCode = status ?? 1
    break
  }
}
