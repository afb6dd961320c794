// P50: requests that no page and no till sends, to every operation of both APIs with a JSON body. The operations and
// their text fields come from the contract, so a new one is covered without a change here. JSONTestSuite and a list of hostile
// texts come from the registry. Its byte cases are made by rule, because the package has texts only.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { times } from '../kit/limits.ts'
import { openApis } from './support/apis.ts'
import { bffPlaces } from './support/bff-places.ts'
import { BYTE_CASES, everyNth, HOSTILE_TEXTS, JSON_CASES } from './support/corpus.ts'
import { assertKept, type Place } from './support/place.ts'
import { textFields, valueAt, withValueAt, type FieldPath, type Json } from './support/schema.ts'
import { servicePlaces } from './support/service-places.ts'

/** A place gets every n-th JSON case, and a field every n-th text. All places and fields together get all of them. */
const CASE_STEP = times(6, 1)
const TEXT_STEP = times(200, 1)

/** Sent to every field: a text that most fields accept, half a character, a control character, markup. */
const ALWAYS = ['Zoë Straße', 'a\ud83d', 'a\u0000b', '<img src=x onerror=alert(1)>']

const REFUSED = 188
const PARSED = 95
const TEXTS = 515

/** Refused before any schema is asked. */
const UNREADABLE = /not valid JSON|valid UTF-8|as UTF-8|is empty|nested deeper|larger than|at most \d+ bytes/

const apis = await openApis()
const places: readonly Place[] = [...(await bffPlaces(apis)), ...(await servicePlaces(apis))]
after(() => apis.close())

const fieldsOf = ({ schema, extra = [] }: Place): FieldPath[] => [
  ...textFields(schema),
  ...extra.map((name) => [name]),
]

// P50 asserts: ${REFUSED} invalid and ${PARSED} valid cases of JSONTestSuite, 1 in ${CASE_STEP} at each operation, the invalid ones refused.
void test(`P50 the corpus has the ${REFUSED} invalid and ${PARSED} valid cases of JSONTestSuite and ${TEXTS} hostile texts`, () => {
  const count = (kind: string): number => JSON_CASES.filter((one) => one.kind === kind).length
  assert.deepEqual([count('n'), count('y')], [REFUSED, PARSED])
  assert.ok(count('i') > 50 && BYTE_CASES.length > 50)
  assert.ok(HOSTILE_TEXTS.length >= TEXTS, `${HOSTILE_TEXTS.length}`)
})

void test('P50 the samples have every text field of every schema', () => {
  for (const place of places)
    for (const path of fieldsOf(place))
      assert.ok(
        place.goods.some((good) => valueAt(good, path) !== undefined),
        `no sample of ${place.name} has ${path.join('.')}`,
      )
})

for (const [turn, { name, send, judge, oneRefusal = false }] of places.entries())
  void test(`P50 ${name} rejects invalid JSON with the remedy and parses valid JSON`, async () => {
    for (const { kind, name: title, body } of everyNth([...JSON_CASES, ...BYTE_CASES], CASE_STEP, turn)) {
      const { status, detail } = await judge(await send(body))
      if (kind === 'n') {
        assert.ok(status === 400 || status === 413, `${title}: ${status}`)
        if (!oneRefusal) assert.match(detail, UNREADABLE, title)
      }
      if (kind === 'y') assert.doesNotMatch(detail, UNREADABLE, title)
    }
  })

/** Sends one text in one field; true when it was accepted and came back. */
async function tryText(place: Place, good: Json, path: FieldPath, text: string): Promise<boolean> {
  const body = withValueAt((await place.renew?.(good, path)) ?? good, path, text)
  const { status, body: answer } = await place.judge(await place.send(JSON.stringify(body)))
  if (status >= 300) return false
  const found = await place.readBack?.(body, answer)
  if (!place.kept.includes(String(path.findLast((key) => typeof key === 'string')))) return false
  assertKept(found, path, place.cleaned?.(text) ?? text)
  return true
}

let turns = 0
// P50 asserts: 1 in ${TEXT_STEP} of at least ${TEXTS} hostile texts, and ${#ALWAYS} fixed ones, × every text field of both APIs, each kept as it was or refused.
for (const place of places)
  void test(`P50 stores a hostile text in any field of ${place.name} unchanged or rejects it with a sentence`, async () => {
    let kept = 0
    for (const path of fieldsOf(place))
      for (const good of place.goods.filter((one) => valueAt(one, path) !== undefined)) {
        turns += 1
        for (const text of [...ALWAYS, ...everyNth(HOSTILE_TEXTS, TEXT_STEP, turns)])
          if (await tryText(place, good, path, text)) kept += 1
      }
    if (place.kept.length > 0) assert.ok(kept > 0, 'no text was accepted: nothing was read back')
  })
