/**
 * The clock of the server. In a transaction it is read in the round trip of the begin and continued by the steady clock of this
 * machine: a sale has six transactions, and each asks for the time.
 */
import type pg from 'pg'

/** Reads the server's clock in ms since 1970 as `now_ms`. */
export const SERVER_TIME = 'select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms'

interface TimeRow {
  readonly now_ms: number
}

/** Answers {@link SERVER_TIME} during one transaction. Never ahead of the server; behind it by at most the way of the answer. */
export class TransactionTime {
  readonly #serverMs: number
  readonly #readAtMs = performance.now()

  private constructor(serverMs: number) {
    this.#serverMs = serverMs
  }

  /** From the result of a begin whose last statement is {@link SERVER_TIME}; `undefined` without a time. */
  static of(begun: unknown): TransactionTime | undefined {
    const last = Array.isArray(begun) ? (begun.at(-1) as pg.QueryResult<TimeRow>) : undefined
    const row = last?.rows[0]
    return row === undefined ? undefined : new TransactionTime(row.now_ms)
  }

  /** The result of {@link SERVER_TIME} at this moment. */
  answer(): Pick<pg.QueryResult<TimeRow>, 'command' | 'rowCount' | 'rows'> {
    const elapsedMs = Math.trunc(performance.now() - this.#readAtMs)
    return { command: 'SELECT', rowCount: 1, rows: [{ now_ms: this.#serverMs + elapsedMs }] }
  }
}
