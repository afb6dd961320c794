// The look-ups of the demo's page: a fictional table in place of a service for addresses and businesses.
import type { FoundAddress, FoundBusiness, LookUpAddress, LookUpBusiness } from '@tapboard/elements'

const ADDRESSES: readonly FoundAddress[] = [
  { streetAddress: '500 Commerce Way', city: 'Edison', state: 'NJ', zip: '08817' },
  { streetAddress: '500 Commerce Way', streetAddress2: 'Suite 4', city: 'Edison', state: 'NJ', zip: '08817' },
  { streetAddress: '512 Center Street', city: 'Newark', state: 'NJ', zip: '07102' },
  { streetAddress: '51 Harbor Road', city: 'Portland', state: 'OR', zip: '97205' },
  { streetAddress: '7 Elm Street', city: 'Austin', state: 'TX', zip: '78701' },
  { streetAddress: '12 Boxwood Avenue', city: 'Chicago', state: 'IL', zip: '60601' },
  { streetAddress: '88 Rue Saint-Paul', city: 'Montréal', state: 'QC', zip: 'H2Y 1G9', country: 'CA' },
  { streetAddress: '20 Front Street West', city: 'Toronto', state: 'ON', zip: 'M5J 1A1', country: 'CA' },
]

const BUSINESSES: readonly FoundBusiness[] = [
  {
    corporateName: 'Corner Repair LLC',
    dbaName: 'Corner Phone Repair',
    businessAddress: ADDRESSES[0]!,
    businessPhone: '(732) 555-0123',
    website: 'https://corner-repair.example.com',
  },
  {
    corporateName: 'Corner Bakery Cooperative',
    businessAddress: ADDRESSES[4]!,
    businessPhone: '(512) 555-0147',
  },
  {
    corporateName: 'Harbor Coffee Roasters Inc.',
    dbaName: 'Harbor Coffee',
    businessAddress: ADDRESSES[3]!,
    businessPhone: '(503) 555-0142',
    website: 'https://harbor-coffee.example.com',
  },
]

/** The time that a service takes. */
const answer = <Found>(found: readonly Found[]): Promise<readonly Found[]> =>
  new Promise((resolve) => setTimeout(() => resolve(found), 120))

const begins = (text: string, typed: string): boolean => text.toLowerCase().includes(typed.toLowerCase())

/** Finds addresses by the beginning of the street, or by the ZIP or postal code. */
export const lookUpAddress: LookUpAddress = ({ text, field, country }) =>
  answer(
    ADDRESSES.filter(
      (one) =>
        (one.country ?? 'US') === country &&
        (field === 'zip' ? one.zip === text : begins(one.streetAddress ?? '', text)),
    ),
  )

/** Finds businesses by their names. */
export const lookUpBusiness: LookUpBusiness = ({ text }) =>
  answer(
    BUSINESSES.filter(({ corporateName = '', dbaName = '' }) => begins(`${corporateName} ${dbaName}`, text)),
  )
