// A log line for a person at a console: time, source, event, then the fields. JSON lines are for programs.
/** A line before it is written. */
export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error'
  /** Name of the process or part that writes it. */
  readonly source: string
  readonly message: string
  readonly fields: Readonly<Record<string, unknown>>
  readonly atMs: number
}

const COLOURS = { debug: '2', info: '36', warn: '33', error: '31' } as const

/** A value without control characters, quoted unless it is one word. */
function valueOf(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return /^[\w.:@/+-]+$/.test(text) ? text : JSON.stringify(text)
}

function timeOf(atMs: number): string {
  const at = new Date(atMs)
  return [at.getHours(), at.getMinutes(), at.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
}

/** Members of a line about a request, which come first: `POST startSale 201 12 ms`. */
const REQUEST = ['method', 'route', 'status', 'durationMs'] as const

const requestOf = (fields: LogLine['fields']): string =>
  REQUEST.flatMap((name) => {
    const value = fields[name]
    return value === undefined ? [] : [name === 'durationMs' ? `${valueOf(value)} ms` : valueOf(value)]
  }).join(' ')

/** Formats a line; `colour` adds the escape sequences of a terminal. */
export function prettyLine({ level, source, message, fields, atMs }: LogLine, colour: boolean): string {
  const paint = (code: string, text: string): string => (colour ? `\u001B[${code}m${text}\u001B[0m` : text)
  const rest = Object.entries(fields).filter(
    ([name, value]) => value !== undefined && !(REQUEST as readonly string[]).includes(name),
  )
  const parts = [
    paint('2', timeOf(atMs)),
    paint(COLOURS[level], source.padEnd(8)),
    ...(level === 'warn' || level === 'error' ? [paint(COLOURS[level], level.toUpperCase())] : []),
    message,
    requestOf(fields),
    paint('2', rest.map(([name, value]) => `${name}=${valueOf(value)}`).join(' ')),
  ]
  return parts.filter((part) => part !== '' && part !== paint('2', '')).join(' ')
}
