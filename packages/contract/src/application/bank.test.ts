// The check digit of routing numbers and the Luhn check of card numbers find every single wrong digit.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRoutingNumber, looksLikeCard } from './bank.ts'

/** Every number that differs in exactly one digit. */
function slips(digits: string): string[] {
  return Array.from(digits).flatMap((right, place) =>
    Array.from('0123456789')
      .filter((digit) => digit !== right)
      .map((digit) => digits.slice(0, place) + digit + digits.slice(place + 1)),
  )
}

/** Routing numbers of large banks, from public lists. */
const ROUTING = ['021000021', '026009593', '121000248', '322271627', '111000025', '071000013']

for (const right of ROUTING)
  void test(`accepts the routing number ${right} and rejects every single-digit error`, () => {
    assert.ok(isRoutingNumber(right))
    assert.equal(slips(right).length, 81)
    for (const wrong of slips(right)) assert.ok(!isRoutingNumber(wrong), wrong)
  })

for (const card of ['4111111111111111', '5555555555554444', '378282246310005'])
  void test(`recognizes the card number ${card}, but not with a single-digit error`, () => {
    assert.ok(looksLikeCard(card))
    for (const other of slips(card)) assert.ok(!looksLikeCard(other), other)
  })
