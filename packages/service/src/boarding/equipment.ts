// Equipment of a sandbox application (§1.5, D-26): a gateway account and a second processing account, created
// at once, with test identifiers.
import type { boarding } from '@tapboard/contract'
import { base32 } from '@tapboard/server'
import type { Random } from '../ports.ts'

/** Creates the equipment of a sandbox application under its tier's co-brand. */
export const createEquipment = (random: Random, coBrand: string): boarding.Equipment => ({
  GatewayAccount: { Id: `gw_test_${base32(random(10))}`, CoBrand: coBrand },
  ProcessingAccount: { Id: `pa_test_${base32(random(10))}`, CoBrand: coBrand },
})
