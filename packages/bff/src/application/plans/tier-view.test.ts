import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UpstreamTier } from '../../upstream/boarding/tiers.ts'
import { viewTiers } from './tier-view.ts'

const TIER: UpstreamTier = {
  name: 'Retail',
  isSandbox: true,
  label: null,
  summary: null,
  fees: [],
  includes: ['Terminals: 3'],
}
const FEATURES = [{ label: 'Terminals', value: '3' }]

void test('a plan with features of the catalogue does not repeat them as inclusions of the upstream', () => {
  const entry = { name: 'Retail', label: 'Retail' }
  const includesOf = (more: object): readonly string[] | undefined =>
    viewTiers([TIER], null, [{ ...entry, ...more }])[0]?.includes
  assert.deepEqual(includesOf({}), ['Terminals: 3'])
  assert.deepEqual(includesOf({ features: FEATURES }), [])
  assert.deepEqual(includesOf({ features: FEATURES, includes: ['Help'] }), ['Help'])
})
