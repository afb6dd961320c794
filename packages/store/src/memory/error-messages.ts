/** Messages of SQLite's result codes that a retry may resolve (sqlite3_errstr), with the codes. */
export const UNAVAILABLE_MESSAGES: readonly (readonly [message: string, code: string])[] = [
  ['database or disk is full', 'SQLITE_FULL'],
  ['out of memory', 'SQLITE_NOMEM'],
  ['disk I/O error', 'SQLITE_IOERR'],
  ['database disk image is malformed', 'SQLITE_CORRUPT'],
  ['file is not a database', 'SQLITE_NOTADB'],
]
