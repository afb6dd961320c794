import type { Terminal, TERMINAL_ROUTES } from '@tapboard/contract/dashboard'
import { sql } from '@tapboard/store'
import type { DeviceRepository } from '../cloud/device/device-repository.ts'
import { spellDevice } from '../cloud/device/new-device.ts'
import { isRefusal } from '../http/refusal.ts'
import type { Kernel } from '../kernel.ts'
import type { HandlersOf } from './call.ts'
import { notFound, refuseDashboard, type DashboardRefusal } from './refusal.ts'
import type { DeviceRow } from '../schema/schema.ts'

interface TerminalDeps {
  readonly kernel: Kernel
  readonly devices: DeviceRepository
  /** Called with each new device and its one-time code; a scripted terminal pairs itself with it. */
  readonly registered: (row: DeviceRow, pairingCode: string) => void
}

type LastSession = Terminal['lastSession']

/** The newest session of each device of an account. */
async function lastSessions({ store }: Kernel, accountId: string): Promise<ReadonlyMap<string, LastSession>> {
  const rows = await store.db
    .selectFrom('service_device as device')
    .innerJoin('service_session as session', (join) =>
      join.on(
        'session.id',
        '=',
        sql<string>`(select id from service_session where device_id = device.id order by created_at_ms desc limit 1)`,
      ),
    )
    .select(['device.id as device_id', 'session.id', 'session.status', 'session.created_at_ms'])
    .where('device.account_id', '=', accountId)
    .where('device.deleted_at_ms', 'is', null)
    .execute()
  return new Map(
    rows.map((row) => [row.device_id, { id: row.id, status: row.status, createdAtMs: row.created_at_ms }]),
  )
}

/** Creates the handlers of terminals. */
export function terminalHandlers({
  kernel,
  devices,
  registered,
}: TerminalDeps): HandlersOf<typeof TERMINAL_ROUTES> {
  const find = async (accountId: string, id: string | undefined): Promise<DeviceRow | DashboardRefusal> => {
    const row = await devices.find(accountId, id ?? '')
    return isRefusal(row) ? notFound('terminal') : row
  }
  return {
    async listTerminals({ person }) {
      const accountId = person.account.id
      const rows = await devices.list(accountId)
      const [seen, last] = [await devices.devicesOf(rows), await lastSessions(kernel, accountId)]
      return {
        terminals: rows.map((row, index) => ({
          id: row.id,
          serial: row.serial,
          model: row.make,
          name: row.name,
          status: seen[index]?.status ?? 'DISCONNECTED',
          paired: row.terminalKeyHash !== null,
          createdAtMs: row.createdAtMs,
          lastSession: last.get(row.id) ?? null,
        })),
      }
    },
    async registerTerminal({ person, body }) {
      const wanted = spellDevice({ serial: body.serial, make: body.model, name: body.name })
      const made = await devices.register(person.account.id, wanted)
      if (made.type === 'exists')
        return refuseDashboard(
          'conflict',
          'A terminal with this serial number is registered already. Use that one, or remove it first.',
        )
      registered(made.row, made.pairingCode)
      return { id: made.row.id, pairingCode: made.pairingCode }
    },
    async renameTerminal({ person, params, body }) {
      const row = await find(person.account.id, params['id'])
      if ('type' in row) return row
      await devices.rename(row, body.name.trim())
      return null
    },
    async pairTerminal({ person, params }) {
      const row = await find(person.account.id, params['id'])
      if ('type' in row) return row
      const pairingCode = await devices.newPairingCode(row.id)
      return pairingCode === null ? notFound('terminal') : { id: row.id, pairingCode }
    },
    async removeTerminal({ person, params }) {
      const row = await find(person.account.id, params['id'])
      if ('type' in row) return row
      return (await devices.remove(row))
        ? null
        : refuseDashboard(
            'conflict',
            'A payment is running on this terminal. Wait for its end, then remove it.',
          )
    },
  }
}
