import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as contract from '@tapboard/contract'
import { mayAsk, Reader } from './look-up.ts'

const reader = new Reader(contract, ['US', 'CA'], 'US')
const FOUND = { streetAddress: '500 Commerce Way', city: 'Edison', state: 'nj', zip: '08817' }

/** An object whose members throw. */
const THROWING = new Proxy(
  {},
  {
    get() {
      throw new Error('no')
    },
  },
)

test('reads an address with the country of the field, and its line in the list', () => {
  assert.deepEqual(reader.addresses([FOUND]), [
    {
      label: '500 Commerce Way, Edison, NJ 08817',
      address: { ...FOUND, state: 'NJ', country: 'US' },
      business: {},
    },
  ])
})

test('reads a business with its address', () => {
  const [found] = reader.businesses([
    {
      corporateName: 'Corner Repair LLC',
      dbaName: 'Corner',
      businessAddress: FOUND,
      website: 'corner.example',
    },
  ])!
  assert.equal(found!.label, 'Corner Repair LLC · Corner · Edison')
  assert.equal(found!.address.zip, '08817')
  assert.deepEqual(found!.business, {
    corporateName: 'Corner Repair LLC',
    dbaName: 'Corner',
    website: 'corner.example',
  })
})

test('an answer that is no list has no reading', () => {
  for (const answer of [null, 'text', 7, {}, { length: 3 }, () => [], THROWING]) {
    assert.equal(reader.addresses(answer), null)
    assert.equal(reader.businesses(answer), null)
  }
})

test('drops members and entries that are not valid, and never throws', () => {
  const hostile = [null, 7, 'x', [], {}, THROWING, { streetAddress: THROWING }, { city: '\u202e\u200b' }]
  for (const entry of hostile) {
    assert.deepEqual(reader.addresses([entry]), [])
    assert.deepEqual(reader.businesses([entry]), [])
  }
  const [found] = reader.addresses([
    { ...FOUND, city: 'x'.repeat(51), state: 'ZZ', zip: 8817, streetAddress2: 'a\u202eb\u0007\ud800' },
  ])!
  assert.deepEqual(found!.address, { streetAddress: '500 Commerce Way', streetAddress2: 'ab', country: 'US' })
})

test('drops an address in a country that is not offered', () => {
  assert.deepEqual(reader.addresses([{ ...FOUND, country: 'DE' }]), [])
  assert.deepEqual(new Reader(contract, ['US'], 'US').addresses([{ ...FOUND, country: 'CA' }]), [])
})

test('reads at most eight entries of a list of any length', () => {
  assert.equal(reader.addresses(Array.from({ length: 1_000 }, () => FOUND))!.length, 8)
  assert.equal(reader.addresses(Object.assign([FOUND], { length: 2 ** 32 - 1 }))!.length, 1)
})

test('a page is not asked for a short text, nor for one with a number of nine digits', () => {
  assert.deepEqual(
    ['', '50', '500', '500 Commerce Way', '536-90-8841', '12-3456789', 'Ann 536908841', '08817-1234 Way'].map(
      mayAsk,
    ),
    [false, false, true, true, false, false, false, false],
  )
  const written = [
    '536 – 90 – 8841',
    '536  90  8841',
    '536/90/8841',
    '536\u00a090\u00a08841',
    '５３６９０８８４１',
    '٥٣٦٩٠٨٨٤١',
  ]
  for (const text of written) assert.equal(mayAsk(text), false, text)
  assert.ok(mayAsk('12345 Main St 6789'), 'a letter divides numbers')
})
