// Starts generators and receives their reports.
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { CrowdPlan, CrowdReport } from './crowd.ts'
import type { Plan } from './main.ts'
import type { NoisePlan, NoiseReport } from './noise.ts'
import type { ShoppersPlan, ShoppersReport } from './shoppers.ts'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))

function generate<Report>(asked: Plan, gathered: (opened: number) => void = () => {}): Promise<Report> {
  const child = fork(MAIN, { execArgv: ['--conditions=tapboard-source'] })
  const kill = (): void => void child.kill('SIGKILL')
  process.once('exit', kill)
  return new Promise((resolve, reject) => {
    child.on('message', (said: { readonly report?: Report; readonly gathered?: number }) => {
      if (said.gathered !== undefined) gathered(said.gathered)
      if (said.report !== undefined) resolve(said.report)
    })
    child.once('exit', (code) => {
      process.off('exit', kill)
      reject(new Error(`the generator ended with ${code} and without a report`))
    })
    child.send(asked)
  })
}

/** Shoppers in a process of their own. */
export const shoppers = (plan: ShoppersPlan): Promise<ShoppersReport> => generate({ kind: 'shop', plan })

/** A crowd in a process of its own; `gathered` is called when every watcher is connected. */
export const watchersOf = (plan: CrowdPlan, gathered?: (opened: number) => void): Promise<CrowdReport> =>
  generate({ kind: 'crowd', plan }, gathered)

/** A noisy merchant in a process of its own. */
export const noisyMerchant = (plan: NoisePlan): Promise<NoiseReport> => generate({ kind: 'noise', plan })
