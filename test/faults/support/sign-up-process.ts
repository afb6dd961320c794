// One BFF of a sign-up in a process of its own, which ends itself with SIGKILL at a failpoint. `submit-killed.test.ts` starts it
// with its options as JSON. It prints its address on standard output.
import { serveBff } from '@tapboard/bff'
import { silentLog } from '@tapboard/server'
import { openStore } from '@tapboard/store'
import { createBffWith } from '../../../packages/bff/src/app/assembly.ts'
import { QuickClock } from './quick-clock.ts'
import { signUpOptions } from './sign-up.ts'

/** The options of the process. */
export interface Orders {
  readonly store: string
  readonly serviceUrl: string
  readonly apiKey: string
  /** Whether the service supports a look-up by the token. */
  readonly lookup: boolean
  /** Failpoint at which it ends; `null`: never. */
  readonly diesAt: string | null
  /** How many times as fast as the machine's its clock runs. */
  readonly speed: number
}

const orders = JSON.parse(process.argv[2] ?? '') as Orders
const clock = new QuickClock()
clock.hurry(orders.speed)
// After the long waits have passed, real requests get the time that a busy machine needs.
process.on('SIGUSR2', () => {
  clock.hurry(1)
  process.stdout.write('slow\n')
})
const store = await openStore<unknown>(orders.store, { testClock: () => clock.now() })
const bff = await createBffWith(
  {
    ...signUpOptions(orders.serviceUrl, orders.apiKey, { boardingLookup: orders.lookup }),
    store,
    clock,
    log: silentLog,
  },
  {
    boarding: {
      failpoint: (name) => {
        if (name !== orders.diesAt) return
        process.kill(process.pid, 'SIGKILL')
        return new Promise<void>(() => {})
      },
    },
  },
)
await bff.start()
const served = await serveBff({ bff, port: 0 })
process.stdout.write(`${served.url}\n`)
