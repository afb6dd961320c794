// Checks samples against the judges. An accepted sample is clean after one cleaning; a rejected one has an error at its own
// field only.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CONTEXT, goodSigner, goodValues } from '../testing.ts'
import type { FieldCode } from './codes.ts'
import { judgeApplication } from './judge-application.ts'
import type { RuleContext } from './rule.ts'
import type { ApplicationValues } from './values.ts'

/** Returns an application with the sample at its path. */
export type PutSample = (sample: string) => ApplicationValues
/** The typed text and its cleaned value. */
type Accepted = readonly (string | readonly [typed: string, clean: string])[]
type Refused = readonly (readonly [typed: string, code: FieldCode])[]

const at = (values: unknown, path: string): unknown =>
  path
    .split(/[.[\]]+/)
    .reduce<unknown>((value, name) => (value as Readonly<Record<string, unknown>>)?.[name], values)

/** Checks the samples of one field against the judge. */
export function check(
  path: string,
  put: PutSample,
  accepted: Accepted,
  refused: Refused,
  changes: Partial<RuleContext> = {},
): void {
  const context = { ...CONTEXT, ...changes }
  void test(`${path}: ${accepted.length} samples are accepted, ${refused.length} are rejected with their reason`, () => {
    assert.ok(accepted.length + refused.length >= 6, 'too few samples')
    for (const sample of accepted) {
      const [typed, clean] = typeof sample === 'string' ? [sample, sample] : sample
      const { issues, values } = judgeApplication(put(typed), context)
      assert.deepEqual([typed, issues], [typed, []])
      assert.equal(at(values, path), clean)
      assert.equal(at(judgeApplication(values, context).values, path), clean, 'cleaning twice changes more')
    }
    for (const [typed, code] of refused) {
      const { issues } = judgeApplication(put(typed), context)
      assert.deepEqual([typed.slice(0, 60), issues], [typed.slice(0, 60), [{ path, code }]])
    }
  })
}

/** Longer than the limit of every field. */
export const LONG = 'a'.repeat(10_000)
/** Sets a sample as a member of the application. */
export const member =
  (name: keyof ApplicationValues): PutSample =>
  (sample) =>
    goodValues({ [name]: sample })
/** Sets a sample as a member of the only person. */
export const signer =
  (name: string): PutSample =>
  (sample) =>
    goodValues({ signers: [goodSigner({ [name]: sample })] })
