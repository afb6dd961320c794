// A shop whose upstream lies: one order and one terminal for each lie, all at once, with a clock that can run faster.
import { createBff } from '@tapboard/bff'
import { silentLog } from '@tapboard/server'
import { openStore, type Store } from '@tapboard/store'
import type { LedgerTables, SaleColumns } from '../../../packages/bff/src/sale/ledger/tables.ts'
import { until } from '../../kit/until.ts'
import { openHostileService, type HostileService, type Lie } from './hostile-service.ts'
import { QuickClock } from './quick-clock.ts'
import type { Closing } from '../../kit/scope.ts'
import { openPage } from './page.ts'

export interface HostileShop {
  readonly clock: QuickClock
  readonly service: HostileService
  /** Starts one sale for each lie; resolves when all are under way. */
  sell(): Promise<void>
  /** The attempt that meets this lie. */
  sale(lie: string): Promise<SaleColumns>
  /** Waits until it is in one of the states. */
  reaches(lie: string, states: readonly SaleColumns['state'][], limitMs?: number): Promise<SaleColumns>
}

const ORIGIN = 'https://shop.example'
const PLENTY = { count: 100_000, windowSeconds: 10 }

/** Opens a shop; it closes with the test. */
export async function openHostileShop(
  context: Closing,
  lies: Readonly<Record<string, Lie>>,
): Promise<HostileShop> {
  const clock = new QuickClock()
  const names = Object.keys(lies)
  const deviceOf = (lie: string): string => `dev_${names.indexOf(lie)}`
  const lieOf = (deviceId: string): Lie | undefined => lies[names[Number(deviceId.slice(4))] ?? '']
  const service = await openHostileService(context, lieOf)
  const store = await openStore<LedgerTables>('file::memory:', { testClock: () => clock.now() })
  const bff = await createBff({
    secret: 'faults-only-secret-of-the-bff-0123456789',
    store: store as unknown as Store<unknown>,
    publicUrl: 'https://pay.shop.example',
    clock,
    log: silentLog,
    merchants: [
      {
        id: 'shop',
        name: 'Shop',
        hostSecret: 'faults-only-secret-of-the-host',
        apiKey: 'tb_test_key',
        origins: [ORIGIN],
      },
    ],
    upstream: { environment: 'sandbox', terminalUrl: service.url },
    limits: { mint: PLENTY, start: PLENTY, repeat: PLENTY },
  })
  await bff.start()
  context.after(async () => {
    await bff.close()
    await store.close()
  })
  const sale = async (lie: string): Promise<SaleColumns> =>
    store.db.selectFrom('sale').selectAll().where('device_id', '=', deviceOf(lie)).executeTakeFirstOrThrow()
  return {
    clock,
    service,
    async sell() {
      const start = async (lie: string): Promise<void> => {
        const base = 'https://pay.shop.example'
        const page = await openPage({ bff, base, origin: ORIGIN, order: deviceOf(lie), inProcess: true })
        const started = await page.begin(deviceOf(lie))
        if (!started.ok) throw new Error(`"${lie}": ${started.code} ${started.detail}`)
      }
      // A few at a time: with too many requests at once, a slow machine reports that the terminal does not answer.
      const left = names.values()
      const clerk = async (): Promise<void> => {
        for (const lie of left) await start(lie)
      }
      await Promise.all(Array.from({ length: 6 }, clerk))
    },
    sale,
    reaches: (lie, states, limitMs) =>
      until(
        `the sale that meets "${lie}" is ${states.join(' or ')}`,
        async () => {
          const row = await sale(lie)
          return states.includes(row.state) ? row : null
        },
        limitMs,
      ),
  }
}
