/** Mutants of tokens and applications of the BFF that no test needs to kill. */
import { inStatement, type Explained } from './entry.ts'

export const BFF: readonly Explained[] = [
  {
    file: 'packages/bff/src/token/key-set.ts',
    statement: 'const same = key !== undefined && key.role === row.role && key.retireAtMs === row.retireAtMs',
    operator: 'negated',
    occurrence: 2,
    why: 'A cache: a key that did not change is opened once more, and one that retires changes its role, too.',
  },
  {
    file: 'packages/bff/src/token/proof-keys.ts',
    statement: 'keys.set(id, known)',
    operator: 'statement removed',
    why: 'A cache: the key is imported again at the next request.',
  },
  {
    file: 'packages/bff/src/token/proof-keys.ts',
    statement: 'if (key instanceof Uint8Array) return null',
    operator: 'condition false',
    why: 'Only kty oct becomes bytes, and the schema of a proof allows EC and OKP.',
  },
  {
    file: 'packages/bff/src/token/dpop.ts',
    statement: 'const Coordinate = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,88}$/))',
    operator: 'anchor',
    why: 'Such a coordinate is no key, or has another thumbprint than the token names: dpop-invalid either way.',
  },
  {
    file: 'packages/bff/src/application/submission/schema.ts',
    statement:
      'await sql`create index application_open on application (state) where state in (${open})`.execute(db)',
    operator: 'statement removed',
    why: 'An index that only makes a query faster.',
  },
  {
    file: 'packages/bff/src/application/submission/audit.ts',
    statement:
      "db .selectFrom('application_event') .selectAll() .where('application_id', '=', id) .where('number', '>', number) .orderBy('number') .limit(AUDIT_BATCH) .execute",
    operator: 'link removed',
    occurrence: 3,
    why: 'The limit bounds memory only: without it all events are read at once.',
  },
  {
    file: 'packages/bff/src/application/submission/audit.ts',
    statement:
      "await store.db .selectFrom('application_watch') .selectAll() .where('application_id', '>', from) .orderBy('application_id') .limit(AUDIT_BATCH) .execute()",
    operator: 'link removed',
    occurrence: 2,
    why: 'The limit bounds memory only: without it all applications are read at once.',
  },
  {
    file: 'packages/bff/src/application/submission/audit.ts',
    statement: 'if (rows.length < AUDIT_BATCH || last === undefined) return',
    operator: 'logical',
    why: 'Saves a statement only: the next batch is empty.',
  },
  {
    file: 'packages/bff/src/token/dpop.ts',
    statement: 'const { payload } = await compactVerify(proof, key, { algorithms: [alg] })',
    operator: 'argument removed',
    why: 'The algorithm is that of the header of the same proof, which is the default.',
  },
  {
    file: 'packages/bff/src/token/dpop.ts',
    statement: 'try {…} catch {…}',
    operator: 'catch emptied',
    occurrence: 1,
    why: 'The schema of the claims refuses undefined like null.',
  },
  {
    file: 'packages/bff/src/token/dpop.ts',
    statement: 'const Coordinate = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,88}$/))',
    operator: 'link removed',
    why: 'Such a coordinate is no key, or has another thumbprint than the token names: dpop-invalid either way.',
  },
  {
    file: 'packages/bff/src/token/dpop.ts',
    statement: 'const Coordinate = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,88}$/))',
    operator: 'anchor',
    occurrence: 1,
    why: 'Such a coordinate is no key, or has another thumbprint than the token names: dpop-invalid either way.',
  },
  ...inStatement(
    'packages/bff/src/token/nonce.ts',
    'if (known.size > WINDOWS_ACCEPTED + 1) known.clear()',
    ['condition true', 'condition false', 'boundary', 'negated', 'arithmetic', 'number'],
    'A cache: the code of a window is computed once more, or a few more are kept.',
  ),
  {
    file: 'packages/bff/src/token/nonce.ts',
    statement: 'known.set(window, macs)',
    operator: 'statement removed',
    why: 'A cache: the code of the window is computed again.',
  },
  ...inStatement(
    'packages/bff/src/token/verify.ts',
    'function validityOf({ exp = 0, iat = 0, nbf = 0 }: JWTPayload, lifeSeconds: number): Validity {…}',
    ['number 0', 'number 1', 'number 2'],
    'The claim is required before this is called.',
  ),
  {
    file: 'packages/bff/src/token/key-table.ts',
    statement: 'await sql`create index used_proof_until on used_proof (until_ms)`.execute(db)',
    operator: 'statement removed',
    why: 'An index that only makes a query faster.',
  },
  {
    file: 'packages/bff/src/token/key-set.ts',
    statement: 'const since = this.current().signingSinceMs ?? 0',
    operator: 'number',
    why: 'The current key always has the time since which it signs.',
  },
  ...inStatement(
    'packages/bff/src/token/seal.ts',
    'if (copy.length < NONCE_LENGTH + TAG_LENGTH) return null',
    ['condition false', 'arithmetic'],
    'A shorter copy has no complete tag, so it is not decrypted anyway.',
  ),
  {
    file: 'packages/bff/src/token/seal.ts',
    statement: 'if (!Number.isInteger(length)) continue',
    operator: 'condition false',
    why: 'A copy of another length has another tag, so it is not decrypted anyway.',
  },
  {
    file: 'packages/bff/src/token/seal.ts',
    statement: 'for (let at = 0; at < count; at += 1) for (const [index, key] of ring.entries()) {…}',
    operator: 'boundary',
    why: 'The copy behind the last one is empty.',
  },
  {
    file: 'packages/bff/src/token/signing-key.ts',
    statement: 'const key = await importJWK(jwk, alg, { extractable: false })',
    operator: 'argument removed',
    why: 'A private key is not extractable by default; only the public half changes.',
  },
  {
    file: 'packages/bff/src/token/used-proofs.ts',
    statement: 'const nowMs = batch.at(-1)?.nowMs ?? 0',
    operator: 'number',
    occurrence: 1,
    why: 'A batch is never empty.',
  },
  {
    file: 'packages/bff/src/token/shares.ts',
    statement: 'if (count === 0) held.delete(name) else held.set(name, count)',
    operator: 'condition false',
    why: 'Saves memory only: no count is the same as zero.',
  },
  {
    file: 'packages/bff/src/token/used-proofs.ts',
    statement: 'let batch = waiting.splice(0, BATCH)',
    operator: 'argument removed',
    why: 'The first batch is the one proof that begins it.',
  },
  {
    file: 'packages/bff/src/token/verify.ts',
    statement: 'if (!/^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$/.test(token)) return null',
    operator: 'anchor',
    why: 'A sign before the header is a part of the text that is signed.',
  },
]
