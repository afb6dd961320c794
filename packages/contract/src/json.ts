// Strict parser for untrusted JSON: rejects duplicate keys, `__proto__`, deep nesting and numbers that a
// double cannot represent. Both APIs and every upstream answer use it (P53, P54).

/** Maximum nesting of objects and arrays. */
export const MAX_JSON_DEPTH = 12

/** A value, or a sentence that explains the error. */
export type JsonResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string }

/** Position after the string that begins at `start`. The text is valid JSON. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

/** Finds errors that JSON.parse accepts, such as a repeated key. The text is valid JSON, not nested deeply. */
function findFault(text: string): string | null {
  const scopes: (Set<string> | null)[] = []
  for (let at = 0; at < text.length;) {
    const mark = text[at]
    if (mark === '"') {
      const end = endOfString(text, at)
      let next = end
      while (' \t\r\n'.includes(text[next] ?? 'x')) next++
      const keys = scopes.at(-1)
      if (text[next] === ':' && keys) {
        const key = JSON.parse(text.slice(at, end)) as string
        if (keys.has(key)) return `the member "${key.slice(0, 40)}" is given twice`
        if (key === '__proto__') return 'the member "__proto__" is not allowed'
        keys.add(key)
      }
      at = end
      continue
    }
    if (mark === '{' || mark === '[') scopes.push(mark === '{' ? new Set() : null)
    else if (mark === '}' || mark === ']') scopes.pop()
    at++
  }
  return null
}

/** Checks the nesting before parsing, so that 100,000 brackets never reach the parser. */
function tooDeep(text: string): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const mark = text[at]
    if (inString) {
      if (mark === '\\') at++
      else if (mark === '"') inString = false
    } else if (mark === '"') inString = true
    else if (mark === '{' || mark === '[') {
      if (++depth > MAX_JSON_DEPTH) return true
    } else if (mark === '}' || mark === ']') depth--
  }
  return false
}

const plainNumber = /^-?(0|[1-9]\d{0,14})(\.\d{1,15})?$/

/** A number with an exponent or more digits than a double holds becomes NaN, which every schema rejects. */
function keepPlain(
  this: unknown,
  _key: string,
  value: unknown,
  context?: { readonly source?: string },
): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value
  return plainNumber.test(context.source) ? value : Number.NaN
}

/** Parses JSON strictly: no duplicate member, no `__proto__`, at most {@link MAX_JSON_DEPTH} levels. */
export function readJson(text: string): JsonResult {
  if (tooDeep(text)) return { ok: false, message: `the JSON is nested deeper than ${MAX_JSON_DEPTH} levels` }
  try {
    const value: unknown = JSON.parse(text, keepPlain)
    const fault = findFault(text)
    return fault === null ? { ok: true, value } : { ok: false, message: `the JSON is ambiguous: ${fault}` }
  } catch {
    return { ok: false, message: 'the body is not valid JSON' }
  }
}

/** Whether a value is a JSON object (not null, not an array). */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
