// Loaded into a process before its program when `TAPBOARD_CONFLICTS=1`: each statement of its PostgreSQL stores fails once with
// 40001, as a distributed engine may answer any statement.
import { failEachStatementOnce } from '../../packages/store/src/postgres/statement-conflicts.ts'

failEachStatementOnce()
