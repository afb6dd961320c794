import { assert } from '@open-wc/testing'
import { sendKeys } from '@web/test-runner-commands'
import { emptyValues, type ApplicationValues } from '@tapboard/contract'
import { useFastClock } from '../testing/fast-clock.ts'
import { audit, dress, LOOKS } from '../testing/screens/audit.ts'
import { FILLED_DRAFT, SECRETS } from '../testing/filled.ts'
import { mountApply, unmountAllApply, type ApplyStage } from '../testing/mount-apply.ts'
import { ScriptedBoarding } from '../testing/scripted-boarding.ts'
import type { AddressQuestion, FoundAddress, LookUpAddress, LookUpBusiness } from './look-up.ts'

const STREET = 'businessAddress.streetAddress'
const COMMERCE: FoundAddress = {
  streetAddress: '500 Commerce Way',
  city: 'Edison',
  state: 'NJ',
  zip: '08817',
}
const CENTER: FoundAddress = { streetAddress: '512 Center St', city: 'Newark', state: 'NJ', zip: '07102' }

const frame = (): Promise<unknown> => new Promise(requestAnimationFrame)

async function opened(
  step: 'business' | 'contact',
  properties: { readonly lookUpAddress?: unknown; readonly lookUpBusiness?: unknown },
  values: Partial<ApplicationValues> = {},
): Promise<ApplyStage> {
  const bff = new ScriptedBoarding()
  bff.draft = { ...FILLED_DRAFT, step, values: { ...emptyValues(), tierName: 'Plus', ...values } }
  const stage = mountApply({ bff, properties: properties as Partial<ApplyStage['element']> })
  await stage.form.step(step)
  return stage
}

const field = ({ form }: ApplyStage, path: string): HTMLInputElement => form.field(path) as HTMLInputElement

/** Types as a person does, and keeps the focus in the field. */
async function type(stage: ApplyStage, path: string, text: string): Promise<void> {
  // The look-ups are a file of their own.
  await stage.form.until(() => field(stage, path).role === 'combobox')
  const input = field(stage, path)
  input.focus()
  input.value = text
  input.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

const options = ({ form }: ApplyStage): readonly HTMLElement[] => [
  ...form.root.querySelectorAll<HTMLElement>('[role=option]'),
]
const listed = (stage: ApplyStage): Promise<void> => stage.form.until(() => options(stage).length > 0)

describe('the look-ups of <merchant-apply>', () => {
  useFastClock()
  afterEach(unmountAllApply)

  it('keeps plain fields without a look-up', async () => {
    const stage = await opened('contact', {})
    await frame()
    assert.isFalse(field(stage, STREET).hasAttribute('role'))
  })

  it('shows the addresses as a listbox, and fills in the chosen one by keyboard', async () => {
    const asked: AddressQuestion[] = []
    const stage = await opened('contact', {
      lookUpAddress: ((question) => {
        asked.push(question)
        return Promise.resolve([COMMERCE, CENTER])
      }) satisfies LookUpAddress,
    })
    const { form } = stage
    await type(stage, STREET, '50')
    await type(stage, STREET, '500 C')
    await listed(stage)
    assert.deepEqual(
      asked.map(({ text, field: place, country }) => [text, place, country]),
      [['500 C', 'streetAddress', 'US']],
    )
    const input = field(stage, STREET)
    const list = form.root.getElementById(input.getAttribute('aria-controls')!)!
    assert.equal(list.role, 'listbox')
    assert.equal(list.getAttribute('aria-label'), 'Suggestions for Street address')
    assert.equal(input.getAttribute('aria-expanded'), 'true')
    assert.match(form.spoken, /^2 suggestions/)
    assert.isNull(input.getAttribute('aria-activedescendant'))
    for (const look of LOOKS) {
      dress(stage.element, look)
      assert.deepEqual((await audit(stage.element)).broken, [])
    }
    for (const [key, at] of [
      ['ArrowDown', 0],
      ['ArrowDown', 1],
      ['ArrowDown', -1],
      ['ArrowUp', 1],
      ['ArrowUp', 0],
    ] as const) {
      await sendKeys({ press: key })
      await frame()
      const active = input.getAttribute('aria-activedescendant')
      assert.equal(active, at < 0 ? null : `${STREET}-${at}`)
      assert.deepEqual(
        options(stage).map(({ ariaSelected }) => ariaSelected),
        [`${at === 0}`, `${at === 1}`],
      )
    }
    await sendKeys({ press: 'Enter' })
    await form.until(() => options(stage).length === 0)
    assert.equal(stage.element.step, 'contact', 'Enter chooses, and does not continue')
    assert.equal(input.value, '500 Commerce Way')
    assert.equal(field(stage, 'businessAddress.city').value, 'Edison')
    assert.equal(field(stage, 'businessAddress.zip').value, '08817')
    assert.include(form.text, 'New Jersey')
    assert.equal(form.root.activeElement, input)
    assert.match(form.spoken, /^500 Commerce Way, Edison, NJ 08817\. Filled in/)
    const notes = (): number => form.text.split('Filled in,').length - 1
    assert.equal(notes(), 3)
    form.type('businessAddress.city', 'Metuchen')
    await form.until(() => notes() === 2)
  })

  it('closes the list with Escape and keeps the typed text', async () => {
    const stage = await opened('contact', { lookUpAddress: () => Promise.resolve([COMMERCE]) })
    await type(stage, STREET, '500 C')
    await listed(stage)
    await sendKeys({ press: 'Escape' })
    await stage.form.until(() => options(stage).length === 0)
    assert.equal(field(stage, STREET).value, '500 C')
    assert.equal(field(stage, STREET).getAttribute('aria-expanded'), 'false')
  })

  it('fills in by a press, and keeps the focus in the field', async () => {
    const stage = await opened('contact', { lookUpAddress: () => Promise.resolve([COMMERCE, CENTER]) })
    await type(stage, STREET, '51')
    await type(stage, STREET, '512')
    await listed(stage)
    const [, option] = options(stage)
    const press = new PointerEvent('pointerdown', { bubbles: true, cancelable: true })
    option!.dispatchEvent(press)
    assert.isTrue(press.defaultPrevented)
    option!.click()
    await stage.form.until(() => field(stage, 'businessAddress.city').value === 'Newark')
    assert.equal(field(stage, STREET).value, '512 Center St')
  })

  it('shows the answer to the newest question, and aborts the others', async () => {
    const asked: {
      readonly signal: AbortSignal
      readonly answer: (found: readonly FoundAddress[]) => void
    }[] = []
    const stage = await opened('contact', {
      lookUpAddress: (({ signal }) =>
        new Promise((answer) => asked.push({ signal, answer }))) satisfies LookUpAddress,
    })
    await type(stage, STREET, '500')
    while (asked.length < 1) await frame()
    await type(stage, STREET, '512')
    assert.isTrue(asked[0]!.signal.aborted)
    while (asked.length < 2) await frame()
    asked[1]!.answer([CENTER])
    await listed(stage)
    asked[0]!.answer([COMMERCE])
    await frame()
    assert.match(options(stage)[0]!.textContent, /512 Center St/)
    assert.lengthOf(options(stage), 1)
  })

  it('leaves the plain field when the answer fails, is late, or is no list', async () => {
    const answers: readonly (() => unknown)[] = [
      () => Promise.reject(new Error('no')),
      () => {
        throw new Error('no')
      },
      () => new Promise(() => undefined),
      () => ({ addresses: [] }),
      () => [{ streetAddress: '<img src=x onerror=alert(1)>', city: 7 }],
    ]
    for (const [at, lookUpAddress] of answers.entries()) {
      let signal: AbortSignal | undefined
      const stage = await opened('contact', {
        lookUpAddress: (question: AddressQuestion) => {
          ;({ signal } = question)
          return lookUpAddress()
        },
      })
      await type(stage, STREET, '500 Commerce Way')
      while (!signal) await frame()
      if (at === 2) while (!signal.aborted) await frame()
      if (at === 4) await listed(stage)
      else await frame()
      assert.lengthOf(options(stage), at === 4 ? 1 : 0)
      assert.isNull(stage.form.root.querySelector('img'))
      stage.form.type('businessAddress.city', 'Edison')
      assert.equal(field(stage, STREET).value, '500 Commerce Way')
      const reported = stage.events.filter((event) => event.type === 'merchant-apply-error')
      assert.lengthOf(reported, at === 3 ? 1 : 0)
      unmountAllApply()
    }
  })

  it('reports a look-up that is no function, and keeps the plain field', async () => {
    const stage = await opened('contact', { lookUpAddress: 'https://example.com' })
    await stage.form.until(() => stage.events.some((event) => event.type === 'merchant-apply-error'))
    assert.isFalse(field(stage, STREET).hasAttribute('role'))
  })

  it('fills in the city of a ZIP code, but not over a typed one', async () => {
    const asked: string[] = []
    const lookUpAddress: LookUpAddress = ({ text, field: place }) => {
      if (place === 'zip') asked.push(text)
      return Promise.resolve(place === 'zip' ? [{ city: 'Edison' }] : [])
    }
    const stage = await opened('contact', { lookUpAddress })
    const { form } = stage
    await form.until(() => field(stage, STREET).role === 'combobox')
    form.type('businessAddress.zip', '0881')
    form.type('businessAddress.zip', '08817')
    await form.until(() => field(stage, 'businessAddress.city').value === 'Edison')
    assert.deepEqual(asked, ['08817'])
    form.type('businessAddress.city', 'Metuchen')
    form.type('businessAddress.zip', '08840')
    await frame()
    assert.equal(field(stage, 'businessAddress.city').value, 'Metuchen')
  })

  it('fills in a business across steps, and keeps what the person typed', async () => {
    const lookUpBusiness: LookUpBusiness = () =>
      Promise.resolve([
        {
          corporateName: 'Corner Repair LLC',
          dbaName: 'Corner Phone Repair',
          businessAddress: COMMERCE,
          businessPhone: '+1 (732) 555-0123',
          website: 'corner.example',
        },
      ])
    const stage = await opened('business', { lookUpBusiness }, { website: 'https://typed.example' })
    const { form, bff } = stage
    await type(stage, 'corporateName', 'Corner')
    await listed(stage)
    assert.equal(options(stage)[0]!.textContent.trim(), 'Corner Repair LLC · Corner Phone Repair · Edison')
    await sendKeys({ press: 'ArrowDown' })
    await sendKeys({ press: 'Enter' })
    await form.until(() => form.root.getElementById('dbaName') !== null)
    assert.equal(field(stage, 'corporateName').value, 'Corner Repair LLC')
    assert.equal(field(stage, 'dbaName').value, 'Corner Phone Repair')
    assert.equal(field(stage, 'website').value, 'https://typed.example')
    await stage.element.goTo('contact')
    assert.lengthOf(bff.submissions, 0)
  })

  it('D-180 passes no text with a number of nine digits to the page', async () => {
    const asked: string[] = []
    const ask = ({ text }: { readonly text: string }): Promise<[]> => {
      asked.push(text)
      return Promise.resolve([])
    }
    const stage = await opened('business', { lookUpBusiness: ask, lookUpAddress: ask })
    for (const text of [...SECRETS, '536-90-8841', 'Ann 53 6908841']) {
      await type(stage, 'corporateName', text)
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
    await type(stage, 'corporateName', 'Corner')
    while (asked.length === 0) await frame()
    assert.deepEqual(asked, ['Corner'])
  })
})
