// Reads the number of connections to a PostgreSQL store.

/** The largest number that a store accepts. */
const CONNECTIONS_MAX = 200

/** The option, absent for the default of the service. */
export interface StoreConnections {
  /** Connections to a PostgreSQL store. */
  readonly storeConnections?: number
}

/** Reads an argument or its variable: the option, none for its default, or the problem as a sentence. */
export function readConnections(
  given: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): StoreConnections | string {
  const text = given ?? environment['TAPBOARD_SERVICE_STORE_CONNECTIONS']
  if (text === undefined) return {}
  const storeConnections = /^\d{1,3}$/.test(text) ? Number(text) : 0
  return storeConnections >= 1 && storeConnections <= CONNECTIONS_MAX
    ? { storeConnections }
    : `--store-connections must be a whole number from 1 to ${CONNECTIONS_MAX}.`
}
