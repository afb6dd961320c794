// Every text of the BFF's answers that elements read, by schema and path: where a page shows it, or why none does. A test compares the
// table with the contract, so that a new text cannot be forgotten.

import {
  ADDRESS_FIELDS,
  APPLICATION_FIELDS,
  BANKING_FIELDS,
  SIGNER_FIELDS,
  type Kind,
  type NamesOf,
} from '@tapboard/contract'

/** The fields of an application, by schema. */
const FIELD_GROUPS = {
  ApplicationValues: APPLICATION_FIELDS,
  AddressValues: ADDRESS_FIELDS,
  SignerValues: SIGNER_FIELDS,
  BankingValues: BANKING_FIELDS,
} as const

type Groups = typeof FIELD_GROUPS

/** Kinds of fields that a page shows as typed. */
const AS_TYPED = ['text', 'name', 'email', 'website', 'place'] as const

/** Fields of these kinds that have a format. */
const WITH_FORMAT = ['AddressValues.state', 'AddressValues.zip'] as const

type FieldAsTyped = {
  [Group in keyof Groups]: `${Group}.${string & NamesOf<Groups[Group], (typeof AS_TYPED)[number]>}`
}[keyof Groups]

const isAsTyped = (path: string, kind: Kind): boolean =>
  Array.from<Kind>(AS_TYPED).includes(kind) && !Array.from<string>(WITH_FORMAT).includes(path)

/** Path and kind of each field that is a text. */
const fieldTexts = Object.entries(FIELD_GROUPS).flatMap(([group, rows]) =>
  Object.entries<Kind>(rows).flatMap(([name, kind]) =>
    typeof kind === 'string' ? [[`${group}.${name}`, kind] as const] : [],
  ),
)

const OTHERS_SHOWN = [
  'Checkout.merchant.name',
  'Checkout.order',
  'RefundedSale.reference',
  'DeviceView.name',
  'DeviceView.make',
  'DeviceView.serialEnding',
  'Sale.order',
  'Sale.message',
  'Sale.device.name',
  'Sale.device.make',
  'Sale.device.serialEnding',
  'Sale.externalId',
  'Sale.sessionId',
  'Sale.reference',
  'Sale.approvalCode',
  'Sale.card',
  'Sale.conflictWith',
  'TransactionDetails.rows.name',
  'TransactionDetails.rows.value',
  'RegisteredDevice.pairingCode',
  'Desk.merchant.name',
  'DeskRow.order',
  'DeskRow.message',
  'DeskRow.device.name',
  'DeskRow.device.make',
  'DeskRow.device.serialEnding',
  'DeskRow.externalId',
  'DeskRow.reference',
  'DeskRow.approvalCode',
  'DeskRow.requestedBy',
  'DeskRow.person',
  'ApplicationPage.partner',
  'PartnerContact.email',
  'PartnerContact.phone',
  'PartnerContact.url',
  'TierView.label',
  'TierView.summary',
  'TierView.fees.label',
  'TierView.fees.value',
  'TierView.features.label',
  'TierView.features.value',
  'TierView.includes',
  'Issue.path',
  'Issue.message',
  'TermsDocument.title',
  'TermsDocument.version',
  'TermsDocument.locale',
  'TermsDocument.text',
  'Consent.text',
  'ApplicationSnapshot.appId',
  'ApplicationSnapshot.reference',
  'ApplicationSnapshot.tierName',
  'ApplicationSnapshot.agreed.signerName',
  'ApplicationSnapshot.agreed.documents.title',
  'ApplicationSnapshot.agreed.documents.version',
  'ApplicationSnapshot.agreed.documents.sha256',
] as const

/** A text that is shown. */
export type Shown = (typeof OTHERS_SHOWN)[number] | Exclude<FieldAsTyped, (typeof WITH_FORMAT)[number]>

/** The texts that a surface of `surfaces.ts` shows. */
export const SHOWN: readonly Shown[] = [
  ...OTHERS_SHOWN,
  ...fieldTexts.flatMap(([path, kind]) => (isAsTyped(path, kind) ? [path as Shown] : [])),
]

const ID = 'an ID, which goes into a path, encoded'
const FORMATTED = 'shown by its own format, or as a choice of a list; a surface holds a hostile one'
const LAST_FOUR = 'the last four digits only; a surface holds a hostile one'
const SECRET = 'a secret, which no answer contains'
const KEY = 'material of a key'
const DEVELOPER = 'for the developer, in an event and on the console'

/** The other texts, with the reason. */
export const NOT_SHOWN: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    fieldTexts.flatMap(([path, kind]) =>
      isAsTyped(path, kind) ? [] : [[path, kind === 'secret' ? SECRET : FORMATTED]],
    ),
  ),
  'RefundedSale.of': ID,
  'RefundedSale.card': LAST_FOUR,
  'Checkout.merchant.id': ID,
  'DeviceView.id': ID,
  'Sale.id': ID,
  'Sale.refundOf': ID,
  'Sale.refund': ID,
  'Sale.device.id': ID,
  'TransactionDetails.reference': 'the reference of the sale, which is shown from there',
  'Desk.day': FORMATTED,
  'Desk.today': FORMATTED,
  'DeskRow.id': ID,
  'DeskRow.refundOf': ID,
  'DeskRow.refund': ID,
  'DeskRow.device.id': ID,
  'DeskRow.card': LAST_FOUR,
  'DeskRow.conflictWith': ID,
  'Desk.cursor': ID,
  'Desk.merchant.id': ID,
  'Desk.person': ID,
  'Desk.timeZone': 'a name for Intl; a surface holds a hostile one',
  'DeskPage.cursor': ID,
  'ApplicationSnapshot.id': ID,
  'Issue.code': 'chooses a text',
  'TierView.name': 'the value of a choice; a surface holds a hostile one',
  'ApplicationPage.terms.frameUrl':
    'the address of a frame, which must be http(s); `links.browser.ts` gives others',
  'SealKey.kid': KEY,
  'SealKey.x': KEY,
  'SealKey.y': KEY,
  'ApplicationDraft.step': 'chooses a step',
  'TermsDocument.id': ID,
  'TermsDocument.sha256': 'its first twelve characters; a surface holds a hostile one',
  'Consent.id': ID,
  'Consent.locale': 'the language of the statement; a surface holds a hostile one',
  'Problem.type': 'chooses a text',
  'Problem.title': DEVELOPER,
  'Problem.detail': DEVELOPER,
  'Problem.help': DEVELOPER,
  'Problem.requestId': DEVELOPER,
  'OrderFrame.order': 'read by nothing that shows it',
}
