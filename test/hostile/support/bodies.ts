// Requests with generated bodies to one operation of an API.
import assert from 'node:assert/strict'
import { propertyRuns } from '@tapboard/contract/testing'
import fc from 'fast-check'
import * as z from 'zod/mini'
import type { Place } from './place.ts'
import { bodiesOf } from './schema.ts'

interface BodyRules {
  /** Number of generated bodies for each place. */
  readonly runs: number
  /** A body that the schema does not accept is refused. */
  readonly schemaDecides: boolean
}

/** Asserts that each answer to generated bodies is one of the API, without a 5xx. */
export const assertBodies = (
  { schema, goods, send, judge }: Place,
  { runs, schemaDecides }: BodyRules,
): Promise<void> =>
  fc.assert(
    fc.asyncProperty(bodiesOf(schema, goods), async (body) => {
      const text = JSON.stringify(body)
      const { status } = await judge(await send(text))
      if (schemaDecides && !z.safeParse(schema, JSON.parse(text)).success)
        assert.ok(status >= 400, `${status}: the schema refuses it`)
    }),
    propertyRuns(20_261_122, runs),
  )
