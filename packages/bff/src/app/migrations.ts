// All migration sets of the BFF, in the order in which they run.
import type { MigrationSet } from '@tapboard/store'
import { APPLICATION_MIGRATIONS } from '../application/schema.ts'
import { SUBMISSION_MIGRATIONS } from '../application/submission/schema.ts'
import { AUDIT_MIGRATIONS } from '../durable/audit-log.ts'
import { LEDGER_MIGRATIONS } from '../sale/ledger/schema.ts'
import { KEY_MIGRATIONS } from '../token/key-table.ts'

export const BFF_MIGRATIONS: readonly MigrationSet[] = [
  AUDIT_MIGRATIONS,
  KEY_MIGRATIONS,
  LEDGER_MIGRATIONS,
  APPLICATION_MIGRATIONS,
  SUBMISSION_MIGRATIONS,
]
