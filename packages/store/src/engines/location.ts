import type { PostgresServers } from '../postgres/postgres-url.ts'

/** The database that a store URL names. */
export type StoreLocation =
  | { readonly engine: 'sqlite'; readonly path: string | undefined }
  | ({ readonly engine: 'postgres' } & PostgresServers)
