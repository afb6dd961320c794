// The body of an application (§6.1): it contains the typed values and omits the empty ones.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { goodValues } from '../testing.ts'
import { writeSubmission } from './submission.ts'

const PLACES = { nameCase: 'pascal', tokenPlace: 'top' } as const

test('sends the annual card sales as a number, or omits them', () => {
  const sent = (annualCreditCardSales: string) =>
    writeSubmission(goodValues({ annualCreditCardSales }), {}, PLACES)
  assert.equal(sent('250000')['AnnualCreditCardSales'], 250_000)
  assert.equal('AnnualCreditCardSales' in sent(''), false)
})

test('sends agent, token and bank only if present', () => {
  const parts = { agentName: 'Ann', agentEmail: 'ann@agents.example', token: 'terms' }
  const full = writeSubmission(goodValues(), parts, PLACES)
  const bare = writeSubmission(goodValues({ website: '', businessEmail: '', bankingLater: true }), {}, PLACES)
  const optional = ['AgentName', 'AgentEmail', 'Token', 'Website', 'BusinessEmail', 'BankingInformation']
  assert.deepEqual(
    optional.map((name) => full[name]),
    [
      'Ann',
      'ann@agents.example',
      'terms',
      goodValues().website,
      goodValues().businessEmail,
      goodValues().banking,
    ],
  )
  assert.deepEqual(
    optional.filter((name) => name in bare),
    [],
  )
})
