// Reads the number of connections to a PostgreSQL store.
import { readOptional, type CommandFailure, type Environment } from './command-failure.ts'

/** The largest number that a store accepts. */
const CONNECTIONS_MAX = 200

/** The option, absent for the default of the service. */
export interface StoreConnections {
  /** Connections to a PostgreSQL store. */
  readonly storeConnections?: number
}

/** Reads an argument or its variable: the option, none for its default, or the failure. */
export function readConnections(
  given: string | undefined,
  environment: Environment,
): StoreConnections | CommandFailure {
  const setting = readOptional('store-connections', given, environment)
  if (setting === null) return {}
  const storeConnections = /^\d{1,3}$/.test(setting.text) ? Number(setting.text) : 0
  return storeConnections >= 1 && storeConnections <= CONNECTIONS_MAX
    ? { storeConnections }
    : setting.failure(`must be a whole number from 1 to ${CONNECTIONS_MAX}.`)
}
