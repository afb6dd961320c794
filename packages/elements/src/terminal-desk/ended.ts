// Finds rows whose end no frame reports: open rows of a further page that are open no longer. Pure.
import { OPEN, type DeskView } from './terminal-desk.machine.ts'

/** IDs of open rows of the page that the frame no longer has: their sales have ended, and the page must read them. */
export function endedRows({ desk, listed }: DeskView): readonly string[] {
  if (!desk || !listed || desk.open.length < desk.openCount) return []
  const known = new Set([...desk.open, ...desk.latest].map(({ id }) => id))
  return listed.rows.flatMap(({ id, state }) => (OPEN.has(state) && !known.has(id) ? [id] : []))
}
