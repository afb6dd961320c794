// Reads the query of the desk's routes. Each wrong member is refused by name with the remedy.
import { DESK_PAGE, DESK_PAGE_MAX, OPEN_STATES, OrderId, type Currency } from '@tapboard/contract'
import { refuse, type Refusal } from '../../refusal.ts'
import { isDay } from '../desk/day.ts'
import { readCursor, type DeskQuery, type OpenQuery } from '../desk/desk.ts'
import { UNRESOLVED_STATES, type OpenState, type Place } from '../desk/desk-store.ts'
import { readSearch } from '../desk/search.ts'

type Members = Readonly<Record<string, string>>
type Read<Value> = { readonly ok: true; readonly value: Value } | Refusal

const SEARCH_MAX = 64

const wrong = (path: string, message: string): Refusal =>
  refuse('invalid-request', `The query member ${path} ${message}.`, {
    issues: [{ path, code: 'wrong-form', message }],
  })

const isOpenState = (word: string): word is OpenState => (OPEN_STATES as readonly string[]).includes(word)

function readPlace({
  cursor,
  limit,
}: Members): Read<{ readonly after: Place | null; readonly limit: number }> {
  const after = cursor === undefined ? null : readCursor(cursor)
  if (cursor !== undefined && after === null)
    return wrong('cursor', 'must be the cursor of the page before, unchanged')
  if (limit === undefined) return { ok: true, value: { after, limit: DESK_PAGE } }
  const rows = /^\d{1,4}$/.test(limit) ? Number(limit) : 0
  return rows < 1 || rows > DESK_PAGE_MAX
    ? wrong('limit', `must be a number from 1 to ${DESK_PAGE_MAX}`)
    : { ok: true, value: { after, limit: rows } }
}

/** Reads `day`; `null` if it is absent. */
export function readDay({ day }: Members): Read<string | null> {
  return day === undefined || isDay(day)
    ? { ok: true, value: day ?? null }
    : wrong('day', 'must be a day of the calendar such as 2026-11-23')
}

/** Reads the query of a page of the desk; amounts of a search are in this currency. */
export function readDeskQuery(members: Members, currency: Currency): Read<DeskQuery> {
  const place = readPlace(members)
  if (!place.ok) return place
  const day = readDay(members)
  if (!day.ok) return day
  const { order, exact, search = '' } = members
  const alone = ['order', 'exact'].find((name) => members[name] !== undefined)
  const others = ['day', 'search', 'exact'].filter((name) => name !== alone && members[name] !== undefined)
  if (alone !== undefined && others.length > 0)
    return wrong(alone, `must be given without ${others.join(' and ')}`)
  if (order !== undefined)
    return OrderId.safeParse(order).success
      ? { ok: true, value: { ...place.value, order } }
      : wrong('order', 'must be an order as the host wrote it into a token')
  if (exact !== undefined) {
    const read = exact.length > SEARCH_MAX ? null : readSearch(exact, currency)
    return read === null
      ? wrong('exact', `must be a text of at most ${SEARCH_MAX} characters that is not blank`)
      : { ok: true, value: { ...place.value, exact: read } }
  }
  if (search.length > SEARCH_MAX) return wrong('search', `must be at most ${SEARCH_MAX} characters long`)
  const query = { ...place.value, search: readSearch(search, currency) }
  return { ok: true, value: day.value === null ? query : { ...query, day: day.value } }
}

/** Reads the query of the host's list. */
export function readOpenQuery(members: Members): Read<OpenQuery> {
  const place = readPlace(members)
  if (!place.ok) return place
  const words = members['state']?.split(',') ?? UNRESOLVED_STATES
  const states = words.filter(isOpenState)
  if (states.length < words.length || new Set(states).size < states.length)
    return wrong('state', `must be a list of ${OPEN_STATES.join(', ')}, each once, separated by commas`)
  return { ok: true, value: { ...place.value, states } }
}
