// For the tests of all packages: a valid application, the code of a problem, and the number of runs of property tests.
import { SAMPLE } from './application/fields.ts'
import type { ApplicationValues, SignerValues } from './application/values.ts'
import type { RuleContext } from './application/rule.ts'

export { problemCode } from './problem.ts'

/** The context of the test samples, on a Tuesday. */
export const CONTEXT: RuleContext = { today: '2026-03-10', sandbox: false, tiers: ['Standard'], wire: false }

/** A valid person with the given changes. */
export const goodSigner = (changes: Partial<SignerValues> = {}): SignerValues => ({
  ...SAMPLE.signers[0]!,
  ...changes,
})

/** A valid application with the given changes. */
export const goodValues = (changes: Partial<ApplicationValues> = {}): ApplicationValues => ({
  ...SAMPLE,
  ...changes,
})

/** Seed and number of runs of a fast-check property. */
interface PropertyRuns {
  readonly seed: number
  readonly numRuns: number
}

/** The global scope; a browser has no environment variables. */
const scope = globalThis as {
  readonly process?: { readonly env: Readonly<Record<string, string | undefined>> }
  readonly crypto?: { getRandomValues(into: Uint32Array<ArrayBuffer>): Uint32Array }
}
const wantedSeed = scope.process?.env['TAPBOARD_SEED'] ?? ''

/** `new` draws one seed for all property tests of a file; fast-check prints it on failure. */
const otherSeed =
  wantedSeed === 'new' ? scope.crypto?.getRandomValues(new Uint32Array(1))[0] : Number(wantedSeed)

/**
 * Parameters of a property test. The fixed seed makes runs of `npm test` reproducible. `TAPBOARD_SEED`
 * overrides it: a number repeats a failure, `new` draws a seed.
 */
export function propertyRuns(seed: number, numRuns = 100): PropertyRuns {
  if (wantedSeed === '') return { seed, numRuns }
  if (otherSeed === undefined || !Number.isSafeInteger(otherSeed))
    throw new Error('TAPBOARD_SEED must be a whole number or "new".')
  return { seed: otherSeed, numRuns }
}
