// Proofs of requests that change state are used once by all instances together, also after a restart (D-134, RFC 9449
// §11.1): one row per proof, committed before the request has an effect. `replay.ts` is the memory of one process.
import type { Store } from '@tapboard/store'
import { sha256Base64url } from '@tapboard/store/crypto'
import type { Log } from '../ports.ts'
import type { AcceptedProof } from './dpop.ts'
import type { KeyTables, UsedProofRow } from './key-table.ts'
import { NONCE_LIFE_EVERYWHERE_MS } from './nonce.ts'

/** Each process deletes old rows this often, with its next proof. */
const SWEEP_MS = 60_000

const BATCH = 500

/** The proofs that any instance has accepted. */
export interface UsedProofs {
  /** Records a proof; returns `false` if an instance has recorded it before. Throws the faults of the store. */
  record(proof: Pick<AcceptedProof, 'jkt' | 'jti'>, nowMs: number): Promise<boolean>
}

/** A proof whose insert has not begun. */
interface Waiting extends UsedProofRow {
  readonly nowMs: number
  readonly settle: (recorded: boolean) => void
  readonly fail: (fault: unknown) => void
}

/** Stores the used proofs in a database. Proofs that arrive during an insert share the next one, so that a burst needs one connection. */
export function sqlUsedProofs({ db }: Pick<Store<KeyTables>, 'db'>, log: Log): UsedProofs {
  const waiting: Waiting[] = []
  let inserting = false
  let sweptAtMs = -Infinity

  const sweep = async (nowMs: number): Promise<void> => {
    sweptAtMs = nowMs
    try {
      await db.deleteFrom('used_proof').where('until_ms', '<=', nowMs).execute()
    } catch {
      log.warn({ code: 'proof-sweep' }, 'used proofs could not be deleted; retrying later')
    }
  }

  const insert = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const inserted = await db
        .insertInto('used_proof')
        .values(batch.map(({ proof, untilMs }) => ({ proof, until_ms: untilMs })))
        .onConflict((conflict) => conflict.column('proof').doNothing())
        .returning('proof')
        .execute()
      const fresh = new Set(inserted.map(({ proof }) => proof))
      // A proof that is twice in a batch is fresh once.
      for (const { proof, settle } of batch) settle(fresh.delete(proof))
    } catch (fault) {
      for (const { fail } of batch) fail(fault)
    }
  }

  const drain = async (): Promise<void> => {
    inserting = true
    for (let batch = waiting.splice(0, BATCH); batch.length > 0; batch = waiting.splice(0, BATCH)) {
      await insert(batch)
      const nowMs = batch.at(-1)?.nowMs ?? 0
      if (Math.abs(nowMs - sweptAtMs) >= SWEEP_MS) await sweep(nowMs)
    }
    inserting = false
  }

  return {
    record({ jkt, jti }, nowMs) {
      const proof = sha256Base64url(`${jkt}:${jti}`)
      return new Promise((settle, fail) => {
        waiting.push({ proof, untilMs: nowMs + NONCE_LIFE_EVERYWHERE_MS, nowMs, settle, fail })
        if (!inserting) void drain()
      })
    },
  }
}
