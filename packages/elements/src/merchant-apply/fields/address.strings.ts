// The words of an address in the United States or Canada, in English. A page replaces any of them under `strings.address`.
import type { Country } from '@tapboard/contract'
import type { FieldWords } from './words.ts'

type ByCountry<Words> = Readonly<Record<Country, Words>>

export interface AddressStrings {
  /** Names of countries that a page uses in place of the language's own. */
  readonly countries: ByCountry<string>
  readonly country: FieldWords<'choose' | 'country'>
  readonly streetAddress: FieldWords<'required' | 'too-short' | 'too-long' | 'text-characters' | 'po-box'>
  readonly streetAddress2: FieldWords<'too-long' | 'po-box'>
  readonly city: FieldWords<'required' | 'too-short' | 'too-long' | 'text-characters'>
  readonly state: ByCountry<FieldWords<'state-unknown' | 'state-military'>>
  readonly zip: ByCountry<FieldWords<'required' | 'zip-format' | 'postal-format'>>
  /** The ZIP or postal code is of another state or province than the chosen one. */
  readonly elsewhere: (zip: string, found: string, chosen: string) => string
  /** Names of states, provinces and territories in the order of the contract's `STATES`. */
  readonly states: ByCountry<string>
}

const ZIP = 'Enter a ZIP code of 5 digits, such as 08701'
const POSTAL = 'Enter a postal code, such as K1A 0B1'
const STATE = 'Choose the state'
const PROVINCE = 'Choose the province or territory'

export const ADDRESS: AddressStrings = {
  countries: { US: '', CA: '' },
  country: {
    label: 'Country',
    errors: { choose: 'Choose the country', country: 'Choose the country' },
  },
  streetAddress: {
    label: 'Street address',
    errors: {
      required: 'Enter the street address',
      'too-short': 'Enter the whole street address',
      'too-long': 'Use at most 100 characters for the street address',
      'text-characters': 'Enter the whole street address',
      'po-box': 'Enter a street address, not a PO box',
    },
  },
  streetAddress2: {
    label: 'Apartment, suite or unit',
    optional: true,
    errors: {
      'too-long': 'Use at most 100 characters for the apartment',
      'po-box': 'Leave out the PO box',
    },
  },
  city: {
    label: 'City',
    errors: {
      required: 'Enter the city',
      'too-short': 'Enter the name of the city',
      'too-long': 'Use at most 50 characters for the city',
      'text-characters': 'Enter the name of the city',
    },
  },
  state: {
    US: {
      label: 'State or territory',
      errors: { 'state-unknown': STATE, 'state-military': 'Choose a state, not a military address' },
    },
    CA: {
      label: 'Province or territory',
      errors: { 'state-unknown': PROVINCE, 'state-military': PROVINCE },
    },
  },
  zip: {
    US: {
      label: 'ZIP code',
      errors: { required: 'Enter the ZIP code', 'zip-format': ZIP, 'postal-format': ZIP },
    },
    CA: {
      label: 'Postal code',
      errors: { required: 'Enter the postal code', 'zip-format': POSTAL, 'postal-format': POSTAL },
    },
  },
  elsewhere: (zip, found, chosen) => `${zip} is in ${found}. Is ${chosen} right?`,
  states: {
    US: 'Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|District of Columbia|Florida|Georgia|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New Hampshire|New Jersey|New Mexico|New York|North Carolina|North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island|South Carolina|South Dakota|Tennessee|Texas|Utah|Vermont|Virginia|Washington|West Virginia|Wisconsin|Wyoming|Puerto Rico|Guam|U.S. Virgin Islands|American Samoa|Northern Mariana Islands|Micronesia|Marshall Islands|Palau|Armed Forces Americas|Armed Forces Europe|Armed Forces Pacific',
    CA: 'Alberta|British Columbia|Manitoba|New Brunswick|Newfoundland and Labrador|Nova Scotia|Northwest Territories|Nunavut|Ontario|Prince Edward Island|Quebec|Saskatchewan|Yukon',
  },
}
