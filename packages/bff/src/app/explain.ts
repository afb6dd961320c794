// The way from a failed command of `tapboard` and `tapboard-bff` to the catalogue of errors.
import { createExplain } from '@tapboard/server'

export const EXPLAIN = createExplain('tapboard')
