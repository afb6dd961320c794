// The table of applications as SQL sees it, and the mapper between a row and its columns. The SQL is in `schema.ts`.
import { columnMapper, type Columns } from '@tapboard/store'
import type { ApplicationRow } from './row.ts'

/** The tables of migration set `application`. */
export interface ApplicationTables {
  application: Columns<ApplicationRow>
}

export const APPLICATION = columnMapper<ApplicationRow>({})
