// Observes the statements of a database handle outside of transactions. Kysely has no hook that surrounds an execution: its log sees
// the end alone, and a plugin misses failures.
import { Kysely, type CompiledQuery, type KyselyProps, type QueryExecutor, type QueryResult } from 'kysely'

/** The kind of a statement, such as `select`; `raw` for one written as text. */
export type StatementKind = 'select' | 'insert' | 'update' | 'delete' | 'raw' | 'other'

/** Surrounds a statement; returns what `run` returns. */
export type ObserveStatement = <Result>(kind: StatementKind, run: () => Promise<Result>) => Promise<Result>

const KINDS: Readonly<Record<string, StatementKind>> = {
  SelectQueryNode: 'select',
  InsertQueryNode: 'insert',
  UpdateQueryNode: 'update',
  DeleteQueryNode: 'delete',
  RawNode: 'raw',
}

/** The executor of a handle, observed. */
function observedExecutor(executor: QueryExecutor, observe: ObserveStatement): QueryExecutor {
  const again = (next: QueryExecutor): QueryExecutor => observedExecutor(next, observe)
  return {
    get adapter() {
      return executor.adapter
    },
    get plugins() {
      return executor.plugins
    },
    transformQuery: (node, queryId) => executor.transformQuery(node, queryId),
    compileQuery: (node, queryId) => executor.compileQuery(node, queryId),
    executeQuery: <Row>(query: CompiledQuery<Row>, ...options: unknown[]): Promise<QueryResult<Row>> =>
      observe(KINDS[query.query.kind] ?? 'other', () => executor.executeQuery(query, ...(options as []))),
    stream: (query, chunkSize, options) => executor.stream(query, chunkSize, options),
    provideConnection: (consumer, options) => executor.provideConnection(consumer, options),
    withConnectionProvider: (provider) => again(executor.withConnectionProvider(provider)),
    withPlugin: (plugin) => again(executor.withPlugin(plugin)),
    withPlugins: (plugins) => again(executor.withPlugins(plugins)),
    withPluginAtFront: (plugin) => again(executor.withPluginAtFront(plugin)),
    withoutPlugins: () => again(executor.withoutPlugins()),
  }
}

/** A handle on the same database whose statements are observed. It begins no transaction and closes nothing. */
export function observeStatements<DB>(db: Kysely<DB>, observe: ObserveStatement): Kysely<DB> {
  // Builders of statements use the executor alone.
  const unused = {} as KyselyProps['driver'] & KyselyProps['dialect'] & KyselyProps['config']
  const executor = observedExecutor(db.getExecutor(), observe)
  return new Kysely<DB>({ config: unused, driver: unused, dialect: unused, executor })
}
