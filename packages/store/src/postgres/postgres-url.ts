/**
 * Reads the URL of a PostgreSQL store as libpq does where `pg` does not: several servers, a socket folder in `?host=`, and
 * `target_session_attrs`; and three members of our own for a pooler and for notices. The result has one URL per server, in the
 * order in which they are tried.
 */

/** The servers of a store, and the server that may be used. */
export interface PostgresServers {
  /** A URL for each server, in order. */
  readonly connectionStrings: readonly string[]
  /** `read-write`: each new connection must be to a server that accepts writes. `any`: it is not asked. */
  readonly target: 'read-write' | 'any'
  /**
   * The pooler between program and server (`?pooler=session`). No limit travels as a startup parameter then, which PgBouncer refuses;
   * with `transaction` no state outlives a transaction either, such as a prepared statement.
   */
  readonly pooler: 'none' | 'session' | 'transaction'
  /** How notices travel: by `listen`, or as rows that are polled (`?notices=poll`), for an engine or a pooler without it. */
  readonly notices: 'listen' | 'poll'
  /** URLs past the pooler, for notices (`?direct=HOST:PORT`); `null`: as all others. */
  readonly direct: readonly string[] | null
}

/** Reason why a URL is rejected; it repeats no part of the URL. */
interface RejectedUrl {
  readonly rejected: string
}

const UNREADABLE: RejectedUrl = {
  rejected: 'The store URL cannot be read (is a character of the password not %-encoded?).',
}
const TARGET: RejectedUrl = {
  rejected: 'The store URL takes target_session_attrs=read-write, primary or any, because the store writes.',
}
const POOLER: RejectedUrl = { rejected: 'The store URL takes pooler=session or pooler=transaction.' }
const DIRECT: RejectedUrl = {
  rejected:
    'The store URL with pooler=transaction also needs direct=HOST:PORT, the address of PostgreSQL itself, or notices=poll: a pooler of transactions delivers no notices.',
}
const NOTICES: RejectedUrl = { rejected: 'The store URL takes notices=listen or notices=poll.' }
const PORTS: RejectedUrl = { rejected: 'The store URL has another number of ports than of hosts.' }

/** Scheme, user with password, servers, and the rest. */
const PARTS = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#]*)([^?#]*)(?:\?([^#]*))?$/

/** Each server of `?host=a,b&port=1,2`, or `undefined` where the numbers differ. */
function serversOfQuery(query: URLSearchParams): readonly (readonly [string, string])[] | undefined {
  const hosts = (query.get('host') ?? '').split(',')
  const ports = (query.get('port') ?? '').split(',')
  if (ports.length > 1 && ports.length !== hosts.length) return undefined
  return hosts.map((host, index) => [host, ports[index] ?? ports[0] ?? ''])
}

function targetOf(query: URLSearchParams, servers: number): PostgresServers['target'] | undefined {
  const wanted = query.get('target_session_attrs')
  if (wanted === null) return servers > 1 ? 'read-write' : 'any'
  if (wanted === 'any') return 'any'
  return wanted === 'read-write' || wanted === 'primary' ? 'read-write' : undefined
}

/** Members of the query that `pg` must not see. */
const OURS = ['target_session_attrs', 'pooler', 'direct', 'notices', 'host', 'port']

function poolerOf(query: URLSearchParams): PostgresServers['pooler'] | undefined {
  const wanted = query.get('pooler') ?? 'none'
  return wanted === 'none' || wanted === 'session' || wanted === 'transaction' ? wanted : undefined
}

function noticesOf(query: URLSearchParams): PostgresServers['notices'] | undefined {
  const wanted = query.get('notices') ?? 'listen'
  return wanted === 'listen' || wanted === 'poll' ? wanted : undefined
}

/** Reads a URL that begins with `postgres://` or `postgresql://`. */
export function readPostgresUrl(url: string): PostgresServers | RejectedUrl {
  const [, scheme = '', user = '', authority = '', path = '', rest = ''] = PARTS.exec(url) ?? []
  if (scheme === '') return UNREADABLE
  const query = new URLSearchParams(rest)
  const listed = query.has('host') ? serversOfQuery(query) : authority.split(',').map((host) => [host, ''])
  if (listed === undefined) return PORTS
  const target = targetOf(query, listed.length)
  if (target === undefined) return TARGET
  const pooler = poolerOf(query)
  if (pooler === undefined) return POOLER
  const notices = noticesOf(query)
  if (notices === undefined) return NOTICES
  if (pooler === 'transaction' && notices === 'listen' && !query.has('direct')) return DIRECT
  if (!OURS.some((name) => query.has(name)) && listed.length === 1)
    return URL.canParse(url)
      ? { connectionStrings: [url], target, pooler, notices, direct: null }
      : UNREADABLE
  const urlOf = ([host = '', port = '']: readonly string[], inQuery: boolean): string => {
    const own = new URLSearchParams(query)
    for (const name of OURS) own.delete(name)
    if (inQuery) own.set('host', host)
    if (inQuery && port !== '') own.set('port', port)
    // The URL needs a host beside a user; `pg` prefers that of the query.
    const text = own.toString()
    return `${scheme}${user}${inQuery ? 'localhost' : host}${path}${text === '' ? '' : `?${text}`}`
  }
  const connectionStrings = listed.map((server) => urlOf(server, query.has('host')))
  const direct =
    query
      .get('direct')
      ?.split(',')
      .map((host) => urlOf([host], false)) ?? null
  return [...connectionStrings, ...(direct ?? [])].every((each) => URL.canParse(each))
    ? { connectionStrings, target, pooler, notices, direct }
    : UNREADABLE
}
