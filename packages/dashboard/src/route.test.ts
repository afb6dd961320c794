/** The address of each view of the dashboard, written and read. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pathOf, placeOf, type Place } from './route.ts'

void test('every place has an address that leads back to it', () => {
  const places: readonly Place[] = [
    { view: 'link' },
    { view: 'transactions' },
    { view: 'transaction', id: 'ses_abc' },
    { view: 'terminals' },
    { view: 'boarding' },
    { view: 'application', id: 'app_abc' },
    { view: 'keys' },
    { view: 'people' },
    { view: 'account' },
  ]
  for (const place of places) assert.deepEqual(placeOf(pathOf(place)), place)
  assert.equal(pathOf({ view: 'keys' }), '/dashboard/settings/keys')
})

void test('an unknown address is the list of transactions', () => {
  for (const path of [
    '/dashboard',
    '/dashboard/',
    '/dashboard/x',
    '/dashboard/transactions/',
    '/dashboard/boarding/a/b',
  ])
    assert.equal(placeOf(path).view, 'transactions', path)
})
