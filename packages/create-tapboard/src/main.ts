// Entry of the process `create-tapboard`: the only file that touches process.
import { createInterface } from 'node:readline/promises'
import { fileURLToPath } from 'node:url'
import { create } from './create.ts'

const { stdin, stdout, stderr } = process

async function ask(question: string): Promise<string> {
  const console_ = createInterface({ input: stdin, output: stdout })
  const answer = await console_.question(question)
  console_.close()
  return answer
}

process.exitCode = await create({
  args: process.argv.slice(2),
  folder: process.cwd(),
  templates: fileURLToPath(new URL('../templates', import.meta.url)),
  manifest: fileURLToPath(new URL('../package.json', import.meta.url)),
  print: (line) => void stdout.write(`${line}\n`),
  printError: (line) => void stderr.write(`${line}\n`),
  ask: stdin.isTTY && stdout.isTTY ? ask : null,
})
