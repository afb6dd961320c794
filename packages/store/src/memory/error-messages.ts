/** The texts of SQLite's result codes that another moment may mend (sqlite3_errstr), with the codes. */
export const UNAVAILABLE_WORDS: readonly (readonly [words: string, code: string])[] = [
  ['database or disk is full', 'SQLITE_FULL'],
  ['out of memory', 'SQLITE_NOMEM'],
  ['disk I/O error', 'SQLITE_IOERR'],
  ['database disk image is malformed', 'SQLITE_CORRUPT'],
  ['file is not a database', 'SQLITE_NOTADB'],
]
