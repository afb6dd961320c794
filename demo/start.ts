// `npm start`: runs service, BFF and the shop's site, with all data in `.tapboard/`.
import { randomBytes } from 'node:crypto'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { serveExampleProcessor } from '@tapboard/service'
import { pino } from 'pino'
import { readSettings } from './stack/settings.ts'
import { openLossyProxy } from './stack/lossy-proxy.ts'
import { dashboardLink, OWNERS } from './stack/people.ts'
import { HOST } from './stack/ports.ts'
import { startStack } from './stack.ts'

const print = (line: string): boolean => process.stdout.write(`${line}\n`)

/** Network addresses of this machine. */
const ownAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((found) => found ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address)

/** The example processor, which decides about applications. Its decisions are kept; its secret is new in each run. */
async function openProcessor(dir: string) {
  const secret = randomBytes(24).toString('hex')
  const { url, close } = await serveExampleProcessor({ secret, port: 0, file: join(dir, 'processor.jsonl') })
  return { url, address: { url: `${url}/applications`, secret }, close }
}

async function main(): Promise<void> {
  const settings = readSettings(process.argv.slice(2), process.env)
  if (!settings.ok) throw new Error(settings.message)
  const { dir, port, host, storeUrl, upstream } = settings
  const log = pino({ level: 'warn' }, process.stderr)
  const line = upstream === null ? await openLossyProxy() : null
  const processor = upstream === null ? await openProcessor(dir) : null
  const stack = await startStack({
    dir,
    port,
    host,
    announceBuild: () => print('  Building the pages. This takes a quarter of a minute.'),
    ...(storeUrl === null ? {} : { storeUrl }),
    ...(upstream === null ? {} : { upstream }),
    ...(line === null ? {} : { between: line.lead, repairLine: line.repair }),
    service: { log, ...(processor === null ? {} : { processor: processor.address }) },
    bff: { log },
  })

  print('')
  print(`  Checkout   ${stack.siteUrl}/`)
  if (stack.signUpUrl !== null) print(`  Sign-up    ${stack.signUpUrl}`)
  print(`  Docs       ${stack.siteUrl}/docs/`)
  const { port: sitePort } = new URL(stack.siteUrl)
  for (const address of host === HOST || stack.service === null ? [] : ownAddresses())
    print(`  On a phone http://${address}:${sitePort}/terminal/`)
  if (stack.service !== null) {
    print(`  Terminal   ${stack.siteUrl}/terminal/`)
    print(`  API docs   ${stack.serviceUrl}/docs`)
    if (processor !== null) print(`  Processor  ${processor.url}, an example: it decides about applications`)
    const service = stack.runningService()
    if (service !== null)
      for (const owner of OWNERS)
        print(`  Dashboard  ${await dashboardLink(service, stack.serviceUrl, owner)} (${owner}; works once)`)
  } else print(`  Upstream   ${stack.serviceUrl}`)
  print(
    `  Data       ${storeUrl === null ? dir : `the database of STORE_URL, secrets in ${join(dir, 'demo.json')}`}`,
  )
  print(`  Manager    PIN ${stack.managerPin}, to decide on a sale whose result is unknown`)
  print('')
  print('  Ready. A fictional shop and a fictional partner. Ctrl+C stops it; everything is kept.')

  let stopping = false
  const stop = (): void => {
    if (stopping) process.exit(1)
    stopping = true
    const closing = Promise.all([stack.close().then(() => processor?.close()), line?.close()])
    closing.then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGINT', stop).on('SIGTERM', stop)
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
