import { assert } from '@open-wc/testing'
import { emptyAddress } from '@tapboard/contract'
import { clearStages, StepStage } from '../../testing/step-stage.ts'
import { STEP as contact } from './contact.step.ts'

/** The contact step of a draft whose ZIP code is of another state than the chosen one. */
function elsewhere(): StepStage {
  const businessAddress = {
    ...emptyAddress(),
    streetAddress: '12 Main St',
    city: 'Albany',
    state: 'NY',
    zip: '08701',
  }
  const made = new StepStage(contact, { values: { businessAddress } })
  made.at('businessAddress.zip').focus()
  made.at('businessAddress.zip').blur()
  assert.equal(made.below('businessAddress.state'), '08701 is in New Jersey. Is New York right?')
  return made
}

describe('the addresses of a business', () => {
  afterEach(clearStages)

  it('names the parts of an address as the country does', () => {
    const made = new StepStage(contact)
    const at = 'businessAddress'
    assert.equal(made.label(`${at}.zip`), 'ZIP code')
    assert.equal(made.at(`${at}.zip`).inputMode, 'numeric')
    made.type(`${at}.zip`, '08701')
    made.at(`${at}.state`)
    assert.equal(made.label(`${at}.state`), 'State or territory')
    made.choose(`${at}.country`, 'CA')
    assert.equal(made.label(`${at}.zip`), 'Postal code')
    assert.equal(made.label(`${at}.state`), 'Province or territory')
    assert.equal(made.at(`${at}.zip`).inputMode, 'text')
    assert.equal(made.values.businessAddress.state, '')
    assert.equal(made.at<HTMLSelectElement>(`${at}.state`).value, '')
    assert.lengthOf(made.at<HTMLSelectElement>(`${at}.state`).options, 14)
    made.submit()
    assert.include(made.summary, 'Choose the province or territory')
    made.type(`${at}.zip`, 'k1a0b1')
    assert.equal(made.at(`${at}.zip`).value, 'K1A 0B1')
    assert.equal(made.values.businessAddress.state, 'ON')
    assert.notInclude(made.summary, 'Choose the province or territory')
  })

  it('D-163 the ZIP code fills in the state, says so, and never replaces a chosen one', () => {
    const made = new StepStage(contact)
    const at = 'businessAddress'
    const known = (): string[] =>
      Array.from(made.root.querySelectorAll('.known p'), ({ textContent }) =>
        textContent.replace(/\s+/g, ' ').trim(),
      )
    assert.isFalse(made.has(`${at}.state`))
    made.type(`${at}.zip`, '0870', false)
    assert.equal(made.values.businessAddress.state, '')
    made.type(`${at}.zip`, '08701')
    assert.equal(made.values.businessAddress.state, 'NJ')
    assert.include(known(), 'State or territory New Jersey')
    assert.deepEqual(made.announced, ['State or territory: New Jersey'])
    made.type(`${at}.zip`, '97201')
    assert.equal(made.values.businessAddress.state, 'OR')
    made.choose(`${at}.state`, 'WA')
    made.type(`${at}.zip`, '08701')
    assert.equal(made.values.businessAddress.state, 'WA')
    assert.equal(made.at<HTMLSelectElement>(`${at}.state`).value, 'WA')
    // Guam and its neighbors share a prefix.
    const other = new StepStage(contact)
    other.type(`${at}.zip`, '96910')
    assert.equal(other.at<HTMLSelectElement>(`${at}.state`).value, '')
  })

  it('asks for the country once, and only where the page offers several', () => {
    const made = new StepStage(contact)
    assert.isFalse(made.has('businessAddress.country'))
    made.choose('businessAddress.country', 'CA')
    made.button('Change Send letters to the business address').click()
    assert.equal(made.values.mailingAddress.country, 'CA')
    assert.equal(made.root.activeElement?.id, 'mailingAddress.streetAddress')
  })

  it('offers military addresses for mail only', () => {
    const zips = { ...emptyAddress('US'), zip: '96910' }
    const made = new StepStage(contact, {
      values: { mailingSame: false, businessAddress: zips, mailingAddress: zips },
    })
    const offered = (path: string): string[] =>
      Array.from(made.at<HTMLSelectElement>(path).options, ({ value }) => value)
    assert.notInclude(offered('businessAddress.state'), 'AE')
    assert.include(offered('mailingAddress.state'), 'AE')
    made.type('businessAddress.streetAddress', 'P.O. Box 12')
    made.type('mailingAddress.streetAddress', 'P.O. Box 12')
    made.submit()
    assert.equal(made.below('businessAddress.streetAddress'), 'Enter a street address, not a PO box')
    assert.equal(made.below('mailingAddress.streetAddress'), '')
    assert.include(made.summary, 'Mailing address: Enter the city')
  })

  it('hides the country if there is only one', () => {
    const made = new StepStage(contact, { page: { countries: ['US'] } })
    assert.isFalse(made.has('businessAddress.country'))
  })

  it('warns of the postal code of another state', () => {
    const made = new StepStage(contact, { values: { businessPhone: '7325550123' } })
    made.type('businessAddress.streetAddress', '12 Main St')
    made.type('businessAddress.city', 'Lakewood')
    made.type('businessAddress.zip', '08701')
    made.choose('businessAddress.state', 'NY')
    made.at('businessAddress.zip').focus()
    made.at('businessAddress.zip').blur()
    assert.equal(made.below('businessAddress.zip'), '')
    assert.equal(made.below('businessAddress.state'), '08701 is in New Jersey. Is New York right?')
    made.submit()
    assert.equal(made.continued, 1)
  })

  it('keeps the list of states and its focus, without the warning, when the person corrects the state', () => {
    const made = elsewhere()
    const states = made.at('businessAddress.state')
    states.focus()
    made.choose('businessAddress.state', 'NJ')
    assert.equal(made.root.activeElement?.id, states.id)
    assert.equal(made.below('businessAddress.state'), '')
  })

  it('shows no warning below a ZIP code that the person types again', () => {
    const made = elsewhere()
    made.type('businessAddress.zip', '0870', false)
    assert.equal(made.below('businessAddress.zip'), '')
    assert.equal(made.below('businessAddress.state'), '')
  })
})
