import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeApplication } from '@tapboard/contract'
import { PLANS } from './plans.ts'
import { inQuebec, SAMPLES } from './samples.ts'
import { isSignUpScenario, SIGN_UPS } from './scenarios.ts'

const context = {
  today: '2026-11-21',
  sandbox: true,
  tiers: PLANS.map(({ name }) => name),
  wire: false,
}

for (const [name, values] of Object.entries(SAMPLES))
  test(`the sample ${name} can be submitted once a plan is chosen, and not in production`, () => {
    const chosen = { ...values, tierName: PLANS[0].name }
    assert.deepEqual(judgeApplication(chosen, context).issues, [])
    assert.deepEqual(judgeApplication(inQuebec(chosen), context).issues, [])
    const live = judgeApplication(chosen, { ...context, sandbox: false }).issues
    assert.ok(live.some(({ code }) => code === 'ssn-sample'))
    for (const scene of Object.values(SIGN_UPS)) {
      const ending = 'ending' in scene ? ` ${scene.ending}` : ''
      const named = {
        ...chosen,
        dbaSame: false,
        dbaName: 'Shop',
        corporateName: values.corporateName + ending,
      }
      assert.deepEqual(judgeApplication(named, context).issues, [])
    }
  })

test('the sample in Quebec has its people there, and no kind of business of the United States', () => {
  const { ownershipType, corporateName, signers } = inQuebec(SAMPLES.llc)
  assert.deepEqual([ownershipType, corporateName], ['corporation', 'Lantern Street Coffee inc.'])
  assert.deepEqual(
    signers.map(({ address }) => address.state),
    ['QC', 'QC'],
  )
})

test('the page uses only offered scenes', () => {
  assert.ok(isSignUpScenario('plans'))
  for (const name of ['toString', '', null, 1]) assert.ok(!isSignUpScenario(name))
})
