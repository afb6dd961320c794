// Proofs of requests that change state are used once by all instances together, also after a restart (D-134, RFC 9449
// §11.1): one row per proof, committed before the request has an effect. `replay.ts` is the memory of one process.
import type { Store } from '@tapboard/store'
import { sha256Base64url } from '@tapboard/store/crypto'
import type { Log } from '../ports.ts'
import type { AcceptedProof } from './dpop.ts'
import type { KeyTables } from './key-table.ts'
import { NONCE_LIFE_EVERYWHERE_MS } from './nonce.ts'

/** Each process deletes old rows this often, with its next proof. */
const SWEEP_MS = 60_000

/** The proofs that any instance has accepted. */
export interface UsedProofs {
  /** Records a proof; returns `false` if an instance has recorded it before. Throws the faults of the store. */
  record(proof: Pick<AcceptedProof, 'jkt' | 'jti'>, nowMs: number): Promise<boolean>
}

/** Stores the used proofs in a database. */
export function sqlUsedProofs({ db }: Pick<Store<KeyTables>, 'db'>, log: Log): UsedProofs {
  let sweptAtMs = -Infinity

  const sweep = async (nowMs: number): Promise<void> => {
    sweptAtMs = nowMs
    try {
      await db.deleteFrom('used_proof').where('until_ms', '<=', nowMs).execute()
    } catch {
      log.warn({ code: 'proof-sweep' }, 'used proofs could not be deleted; retrying later')
    }
  }

  return {
    async record({ jkt, jti }, nowMs) {
      const proof = sha256Base64url(`${jkt}:${jti}`)
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('used_proof')
        .values({ proof, until_ms: nowMs + NONCE_LIFE_EVERYWHERE_MS })
        .onConflict((conflict) => conflict.column('proof').doNothing())
        .executeTakeFirst()
      if (Math.abs(nowMs - sweptAtMs) >= SWEEP_MS) await sweep(nowMs)
      return numInsertedOrUpdatedRows === 1n
    },
  }
}
