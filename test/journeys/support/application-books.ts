// The true state of applications: the service's and the BFF's rows, read from their files as they are committed. Never written.
import Database from 'better-sqlite3'
import { join } from 'node:path'
import type { ApplicationStatus, boarding } from '@tapboard/contract'

/** An application at the service. */
interface ServiceApplication {
  readonly id: string
  readonly corporate_name: string
  readonly tier_name: string
  readonly agent_name: string | null
  readonly reference: string
  readonly status: boarding.BoardingStatus
  readonly equipment: string | null
}

/** An application in the BFF's ledger. */
interface LedgerApplication {
  readonly id: string
  readonly applicant: string
  readonly state: ApplicationStatus
  readonly app_id: string | null
  readonly reference: string | null
}

/** The books of a folder with `service.db` and `ledger.db`. */
export class ApplicationBooks {
  readonly #service: Database.Database
  readonly #ledger: Database.Database

  constructor(dir: string) {
    this.#service = new Database(join(dir, 'service.db'), { readonly: true })
    this.#ledger = new Database(join(dir, 'ledger.db'), { readonly: true })
  }

  /** Applications at the service whose legal name has this prefix. */
  received(name: string): readonly ServiceApplication[] {
    return this.#service
      .prepare<[string], ServiceApplication>('select * from service_application where corporate_name like ?')
      .all(`${name}%`)
  }

  /** The application of an applicant in the ledger. */
  application(applicant: string): LedgerApplication | undefined {
    return this.#ledger
      .prepare<[string], LedgerApplication>('select * from application where applicant = ?')
      .get(applicant)
  }

  close(): void {
    this.#service.close()
    this.#ledger.close()
  }
}
