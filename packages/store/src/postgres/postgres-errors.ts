/** Maps errors of PostgreSQL, of the pg package and of sockets to store errors. */
import { aborted, codeOf, isStoreError, StoreError, unavailable } from '../errors.ts'

/**
 * SQLSTATE classes: 08 connection, 53 resources, 57 operator and timeouts, 58 system, 28 failed login;
 * read-only after a failover; 40003 a commit of unknown result.
 */
const SQLSTATE_UNAVAILABLE = /^(08...|53...|57...|58...|28...|3D000|25006|25P03|25P04|55P03|40003)$/
const SOCKET_UNAVAILABLE =
  /^(E(?!RR_)[A-Z]+[A-Z0-9_]*$|ERR_TLS|ERR_SSL|ERR_OSSL|ERR_STREAM|ERR_SOCKET|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH)/
/** Connection faults that the pg package reports without a code. */
const SENTENCE_UNAVAILABLE =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed|The server does not support SSL|SASL: |There was an error establishing an SSL connection|Received unexpected .* message from backend|Cannot use a pool after)/

/** The faults of these that are a time limit. */
const SENTENCE_TIMEOUT = /^(timeout exceeded when trying to connect|timeout expired|Query read timeout)/

/** Whether all connections of the pool were in use for too long. */
export const isPoolFull = (error: unknown): boolean =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect'

/** Whether a prepared statement is stale because a newer instance changed the tables. */
export const isStalePlan = (error: unknown): boolean =>
  codeOf(error) === '0A000' && error instanceof Error && error.message.startsWith('cached plan')

/** Whether a retry is likely to succeed: serialization failure, deadlock or stale plan. */
export function isRetryable(error: unknown): boolean {
  const code = codeOf(error)
  return code === '40001' || code === '40P01' || isStalePlan(error)
}

/** Whether the server has no room for new rows; it may have some for a row that is only updated. */
export const isDiskFull = (error: unknown): boolean => codeOf(error) === '53100'

/** 08 connection, 57P0x server shutdown, 25006 server is a standby: a new connection may reach another server. */
const SQLSTATE_CONNECTION = /^(08|57P0|25006)/

/** Whether the connection is broken and must leave the pool. */
export function isConnectionFault(error: unknown): boolean {
  const code = codeOf(error)
  if (code !== undefined && SOCKET_UNAVAILABLE.test(code)) return true
  if (code !== undefined && SQLSTATE_CONNECTION.test(code)) return true
  return error instanceof Error && SENTENCE_UNAVAILABLE.test(error.message)
}

/** The server's certificate is not trusted: a private authority, an expired certificate, another name. */
const CERTIFICATE = /^(CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|ERR_TLS_CERT)/

/** PgBouncer refuses a startup parameter, or shares a prepared statement with another client. */
const POOLER_FAULT = /unsupported startup parameter|^prepared statement ".*" (already exists|does not exist)/

/** Converts an error of PostgreSQL, or any error of a connection that was lost, to a store error; any other error passes through. */
export function translatePostgres(error: unknown, isLost = false): unknown {
  if (isStoreError(error)) return error
  const code = codeOf(error)
  if (code === '23505') {
    const index =
      error instanceof Error && 'constraint' in error && typeof error.constraint === 'string'
        ? [error.constraint]
        : []
    return new StoreError('unique-violation', `A unique index refused the row: ${index.join('')}.`, {
      indexes: index,
    })
  }
  if (code === '25P02') return aborted()
  const known = code !== undefined && (SQLSTATE_UNAVAILABLE.test(code) || SOCKET_UNAVAILABLE.test(code))
  if (code !== undefined && CERTIFICATE.test(code))
    return unavailable(
      `The certificate of the store's database server is not trusted (${code}): add sslmode=verify-full&sslrootcert=FILE to the store URL, with the certificate of its authority, and use the name that it certifies.`,
      error,
    )
  if (error instanceof Error && POOLER_FAULT.test(error.message))
    return unavailable(
      `A pooler between this program and PostgreSQL needs a word in the store URL (${code ?? 'refused'}): add pooler=session, or pooler=transaction&direct=HOST:PORT with the address of PostgreSQL itself.`,
      error,
    )
  if (!known && !isLost && !isConnectionFault(error)) return error
  const isLate = error instanceof Error && SENTENCE_TIMEOUT.test(error.message)
  const why = code ?? (isLate ? 'no answer in time' : 'connection lost')
  return unavailable(`The store's database server cannot be used now (${why}).`, error)
}
