// Where an element shows texts that it did not write: each surface is an element that has taken a text for every field of the
// contract, or of the page, that it shows.
import {
  ADDRESS_FIELDS,
  APPLICATION_FIELDS,
  BANKING_FIELDS,
  emptyAddress,
  emptySigner,
  SIGNER_FIELDS,
  type ApplicationSnapshot,
  type DeskRow,
  type DeviceView,
  type Fields,
  type NamesOf,
  type Sale,
  type TextKind,
} from '@tapboard/contract'
import { DESK_ENGLISH } from '../../terminal-desk/english.ts'
import { PAY_ENGLISH } from '../../terminal-pay/english.ts'
import { FILLED, FILLED_DRAFT } from '../filled.ts'
import { SUBMITTED } from '../filled-stage.ts'
import { mountApply, type ApplyStage } from '../mount-apply.ts'
import { readyDesk } from '../mount-desk.ts'
import { mount, type Stage } from '../mount.ts'
import { APPLY_TEXTS } from '../pseudo.ts'
import { APPROVED, DEVICES, REFUND, SALE } from '../scripted-bff.ts'
import { APPLICATION, ScriptedBoarding, TERMS } from '../scripted-boarding.ts'
import { deskRow, doubted, ScriptedDesk } from '../scripted-desk.ts'
import { SHOWN, type Shown } from './fields.ts'

/** The next text; `field` says where the element must show it, and is absent where it may be shown in another form. */
export type NextText = (field?: Shown | 'strings') => string

/** An element that shows the texts it was given. */
export type Surface = (next: NextText) => Promise<{ readonly element: HTMLElement }>

const several = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index))

let sales = 0

/** A sale of its own: elements that show the same one share its stream. */
function saleOf(next: NextText, change: Partial<Sale>): Partial<Sale> {
  sales += 1
  const device = {
    id: 'dev_front',
    name: next('Sale.device.name'),
    make: next('Sale.device.make'),
    serialEnding: next('Sale.device.serialEnding'),
  }
  return { id: `hostile_${sales}`, order: next('Sale.order'), device, ...change }
}

async function selling(
  phase: Stage['element']['phase'],
  sale: Partial<Sale>,
  attributes = {},
): Promise<Stage> {
  const stage = mount({ sale, checkout: { order: sale.order! }, attributes })
  await stage.pay.phase(phase)
  return stage
}

async function details(next: NextText): Promise<Stage> {
  const texts = saleOf(next, APPROVED)
  const stage = await selling('approved', texts)
  const rows = several(12, () => ({
    name: next('TransactionDetails.rows.name'),
    value: next('TransactionDetails.rows.value'),
  }))
  const { bff, pay } = stage
  bff.handler = ({ path }) =>
    path.endsWith('/details') ? bff.json({ reference: APPROVED.reference, rows }) : null
  await pay.until(() => pay.buttons.includes('Details'))
  pay.press('Details')
  await pay.until(() => pay.root.querySelectorAll('dl div').length > 12)
  return stage
}

async function registered(next: NextText): Promise<Stage> {
  const stage = mount({ attributes: { setup: '' } })
  const { bff, pay } = stage
  const device = { ...DEVICES[1]!, id: 'dev_new', name: next() }
  const pairingCode = next('RegisteredDevice.pairingCode')
  bff.handler = ({ path }) => {
    if (path === '/v1/devices') return bff.json({ device, pairingCode }, 201)
    return path === `/v1/devices/${device.id}` ? bff.json(device) : null
  }
  await pay.phase('choosing')
  await pay.openTerminals()
  await pay.until(() => pay.buttons.includes('Register a terminal'))
  pay.press('Register a terminal')
  await pay.until(() => pay.buttons.includes('Register'))
  pay.type('Serial number', 'SN-0000-7716')
  pay.root.querySelector<HTMLSelectElement>('#make')!.value = 'A77'
  pay.type('Name', 'Bar')
  pay.press('Register')
  await pay.until(() => pay.root.querySelector('.code') !== null)
  return stage
}

const rowOf = (next: NextText, change: Partial<DeskRow>): Partial<DeskRow> => ({
  order: next('DeskRow.order'),
  device: {
    id: 'dev_0',
    name: next('DeskRow.device.name'),
    make: next(),
    serialEnding: next(),
  },
  card: next(),
  ...change,
})

async function desk(next: NextText, properties = {}) {
  const open = several(3, (n) => doubted(n, rowOf(next, {})))
  const bff = new ScriptedDesk([...several(22, (n) => deskRow(n, rowOf(next, {}))), ...open], open)
  bff.desk = { merchant: { id: 'm1', name: next('Desk.merchant.name') }, timeZone: next() }
  return readyDesk({ bff, properties })
}

/** A row with everything that is known of it. */
async function deskDetails(next: NextText) {
  const device = {
    id: 'dev_0',
    name: next('DeskRow.device.name'),
    make: next('DeskRow.device.make'),
    serialEnding: next('DeskRow.device.serialEnding'),
  }
  const row = deskRow(0, {
    state: 'declined',
    device,
    reference: next('DeskRow.reference'),
    approvalCode: next('DeskRow.approvalCode'),
    externalId: next('DeskRow.externalId'),
    message: next('DeskRow.message'),
    person: next('DeskRow.person'),
    requestedBy: next('DeskRow.requestedBy'),
  })
  const stage = await readyDesk({ bff: new ScriptedDesk([row]) })
  stage.desk.press('Details of order R-1042')
  await stage.desk.until(() => stage.desk.root.querySelector('.details dl') !== null)
  return stage
}

async function applying(
  bff: ScriptedBoarding,
  step: Parameters<ApplyStage['form']['step']>[0],
  properties = {},
): Promise<ApplyStage> {
  const stage = mountApply({ bff, properties })
  await stage.form.step(step)
  return stage
}

const tierOf = (next: NextText, name: string) => ({
  name,
  label: next('TierView.label'),
  summary: next('TierView.summary'),
  fees: several(4, () => ({ label: next('TierView.fees.label'), value: next('TierView.fees.value') })),
  features: several(4, () => ({
    label: next('TierView.features.label'),
    value: next('TierView.features.value'),
  })),
  includes: several(4, () => next('TierView.includes')),
})

function plan(next: NextText): Promise<ApplyStage> {
  const bff = new ScriptedBoarding()
  bff.draft = { ...FILLED_DRAFT, step: 'plan', values: { ...FILLED_DRAFT.values, tierName: '' } }
  bff.page = {
    partner: next('ApplicationPage.partner'),
    tiers: [tierOf(next, 'Standard'), tierOf(next, next())],
  }
  return applying(bff, 'plan')
}

async function agreement(next: NextText): Promise<ApplyStage> {
  const bff = new ScriptedBoarding()
  bff.draft = FILLED_DRAFT
  const { documents, consents } = TERMS
  bff.terms = {
    documents: several(4, (n) => ({
      ...documents[0]!,
      id: `document-${n}`,
      title: next('TermsDocument.title'),
      version: next('TermsDocument.version'),
      sha256: next(),
      locale: next('TermsDocument.locale'),
      text: next('TermsDocument.text'),
    })),
    consents: several(4, (n) => ({
      ...consents[0]!,
      id: `consent-${n}`,
      locale: next(),
      text: next('Consent.text'),
    })),
  }
  const stage = await applying(bff, 'review', { prefill: FILLED })
  await stage.form.until(() => stage.form.buttons.includes('Print'))
  stage.form.press('Continue')
  await stage.form.step('agreement')
  await stage.form.until(() => stage.form.root.querySelector('.paper-text') !== null)
  return stage
}

function done(next: NextText): Promise<ApplyStage> {
  const bff = new ScriptedBoarding()
  const agreed: ApplicationSnapshot['agreed'] = {
    signerName: next('ApplicationSnapshot.agreed.signerName'),
    atMs: 0,
    documents: several(4, () => ({
      title: next('ApplicationSnapshot.agreed.documents.title'),
      version: next('ApplicationSnapshot.agreed.documents.version'),
      sha256: next('ApplicationSnapshot.agreed.documents.sha256'),
    })),
  }
  bff.page = {
    partner: next('ApplicationPage.partner'),
    contact: {
      email: next('PartnerContact.email'),
      phone: next('PartnerContact.phone'),
      url: `https://partner.example/${next('PartnerContact.url')}`,
    },
  }
  bff.become({
    ...SUBMITTED,
    state: 'action_required',
    appId: next('ApplicationSnapshot.appId'),
    reference: next('ApplicationSnapshot.reference'),
    tierName: next('ApplicationSnapshot.tierName'),
    agreed,
  })
  return applying(bff, 'done')
}

function refused(next: NextText): Promise<ApplyStage> {
  const bff = new ScriptedBoarding()
  bff.draft = FILLED_DRAFT
  const paths = ['', '', '', 'corporateName', 'website']
  const issues = paths.map((path) => ({ path, code: 'upstream', message: next('Issue.message') }))
  issues.push({ path: next('Issue.path'), code: 'upstream', message: next() })
  bff.application = { ...APPLICATION, state: 'refused', issues }
  return applying(bff, 'review')
}

/** Hostile texts for the fields of a group, except choices and secrets. */
function typed<Rows extends Fields>(
  group: string,
  rows: Rows,
  next: NextText,
): { readonly [Name in NamesOf<Rows, TextKind>]?: string } {
  const made: Record<string, string> = {}
  for (const [name, kind] of Object.entries(rows)) {
    if (typeof kind !== 'string' || ['choice', 'country', 'secret'].includes(kind)) continue
    const shown = SHOWN.find((path) => path === `${group}.${name}`)
    made[name] = next(shown)
  }
  return made as { readonly [Name in NamesOf<Rows, TextKind>]?: string }
}

const addressOf = (next: NextText) => ({
  ...emptyAddress(),
  ...typed('AddressValues', ADDRESS_FIELDS, next),
})

function review(next: NextText): Promise<ApplyStage> {
  const bff = new ScriptedBoarding()
  const values = {
    ...FILLED_DRAFT.values,
    ...typed('ApplicationValues', APPLICATION_FIELDS, next),
    businessAddress: addressOf(next),
    mailingSame: false,
    mailingAddress: addressOf(next),
    signers: several(3, (n) => ({
      ...emptySigner(n === 0),
      ...typed('SignerValues', SIGNER_FIELDS, next),
      address: addressOf(next),
    })),
    banking: { ...FILLED_DRAFT.values.banking, ...typed('BankingValues', BANKING_FIELDS, next) },
  }
  bff.draft = { ...FILLED_DRAFT, values }
  return applying(bff, 'review').then(async (stage) => {
    await stage.form.until(() => stage.form.buttons.includes('Print'))
    return stage
  })
}

/** The page's own texts in place of all English ones. */
function stringsOf(words: unknown, next: NextText): unknown {
  if (typeof words === 'string') return next()
  if (typeof words === 'function') {
    const text = next()
    return (...given: readonly unknown[]) => {
      const made: unknown = (words as (...given: readonly unknown[]) => unknown)(...given)
      return typeof made === 'string' ? text : stringsOf(made, () => text)
    }
  }
  if (Array.isArray(words)) return words.map((each) => stringsOf(each, next))
  if (typeof words !== 'object' || words === null) return words
  return Object.fromEntries(Object.entries(words).map(([key, each]) => [key, stringsOf(each, next)]))
}

async function payStrings(next: NextText, sale?: Partial<Sale>): Promise<Stage> {
  const strings = { ...(stringsOf(PAY_ENGLISH, next) as object), test: next('strings') }
  const stage = mount({ properties: { strings }, attributes: { setup: '' }, ...(sale && { sale }) })
  await stage.pay.phase(sale ? 'approved' : 'choosing')
  return stage
}

/** Name → element. */
export const SURFACES: Readonly<Record<string, Surface>> = {
  'the choice of a terminal': async (next) => {
    const devices = several(12, (n): DeviceView => ({
      ...DEVICES[0]!,
      id: `dev_${n}`,
      name: next('DeviceView.name'),
      make: next('DeviceView.make'),
      serialEnding: next('DeviceView.serialEnding'),
    }))
    const merchant = { id: 'm1', name: next('Checkout.merchant.name') }
    const stage = mount({ checkout: { order: next('Checkout.order'), merchant, devices } })
    await stage.pay.phase('choosing')
    return stage
  },
  'the registration of a terminal': registered,
  'an approved sale': (next) =>
    selling(
      'approved',
      saleOf(next, {
        ...APPROVED,
        reference: next('Sale.reference'),
        approvalCode: next('Sale.approvalCode'),
        card: next('Sale.card'),
        conflictWith: next('Sale.conflictWith'),
      }),
    ),
  'a declined sale': (next) =>
    selling('unpaid', {
      ...SALE,
      id: `hostile_${(sales += 1)}`,
      state: 'declined',
      message: next('Sale.message'),
      order: next('Sale.order'),
    }),
  'a sale in doubt': (next) =>
    selling(
      'doubt',
      saleOf(next, {
        state: 'in_doubt',
        reason: 'overdue',
        sessionId: next('Sale.sessionId'),
        externalId: next('Sale.externalId'),
      }),
    ),
  'the details of a sale': details,
  'a refund': async (next) => {
    const refund = { ...REFUND.refund!, card: next(), reference: next('RefundedSale.reference') }
    const sale = saleOf(next, { ...APPROVED, kind: 'refund', refundOf: 'sale_0', refund: 'first' })
    const checkout = { ...REFUND, order: sale.order!, refund }
    const stage = mount({ sale, checkout, attributes: { refund: 'sale_0' } })
    await stage.pay.phase('approved')
    stage.pay.press('Details')
    await stage.pay.until(() => stage.pay.root.querySelector('dl') !== null)
    return stage
  },
  'a day at the desk': desk,
  'a row of the desk': deskDetails,
  'the plans': plan,
  'the agreement': agreement,
  'the confirmation': done,
  'a refused application': refused,
  'the review': review,
  'texts of the page in a choice': (next) => payStrings(next),
  'texts of the page in a result': (next) => payStrings(next, { ...APPROVED, id: `hostile_${(sales += 1)}` }),
  'texts of the page at the desk': (next) => {
    const strings = { ...(stringsOf(DESK_ENGLISH, next) as object), title: next('strings') }
    return desk(next, { strings })
  },
  'texts of the page in an application': async (next) => {
    const strings = stringsOf(APPLY_TEXTS, next) as Record<string, object>
    const begin = next('strings')
    const stage = await applying(new ScriptedBoarding(), 'start', {
      strings: { ...strings, shell: { ...strings['shell'], begin } },
    })
    // The button that fills in sample data comes with the later steps.
    await stage.form.until(() => stage.form.buttons.length > 1)
    return stage
  },
}
