// The agreement in English (United States).
import type { AgreementTexts, TierWords } from './texts.ts'

const FICTION =
  'This text is fictional. It was written for demonstrations and tests, it is no offer and no legal advice, and nobody is bound by it.'

const feeList = ({ fees }: TierWords): readonly string[] =>
  fees.length === 0
    ? ['No fees are set for this plan.']
    : fees.map(({ label, value }) => `${label}: ${value}`)

const includeList = ({ includes }: TierWords): readonly string[] =>
  includes.length === 0 ? [] : [`The plan includes: ${includes.join('; ')}.`]

export const ENGLISH: AgreementTexts = {
  locale: 'en-US',
  documents: [
    {
      id: 'merchant-agreement',
      title: 'Merchant agreement',
      paragraphs: (tier) => [
        FICTION,
        `1. What this is about. You apply for an account with which your business takes card payments under the plan “${tier.label}”. The account begins when the application is approved, and not before.`,
        '2. Your part. You sell what the application says, under the name that it says, and you tell us within ten days when that changes. You take cards only for your own sales, keep receipts for eighteen months, and never write down a full card number or a security code.',
        '3. Our part. We pass your card sales on, pay what is due to your bank account on the next banking day, and show every sale and every fee on a monthly statement.',
        '4. Fees. You pay the fees of the fee schedule, which belongs to this agreement. We announce a change in writing at least thirty days before it takes effect; until then you may leave without cost.',
        '5. Refunds and disputes. When a customer returns goods, you pay back to the same card. When a customer disputes a sale, you have ten days to send us the receipt; a dispute that is lost is taken from your next payout.',
        '6. Pausing and ending. Either side may end this agreement in writing with thirty days’ notice. We may pause payouts for as long as the law requires it, or while we look into a suspicion of fraud; we tell you so on the same day, unless the law forbids it.',
        '7. Liability and law. Each side answers for the harm it does by carelessness, up to the fees of the last twelve months. The law of the place of your business applies.',
      ],
    },
    {
      id: 'fee-schedule',
      title: 'Fee schedule',
      paragraphs: (tier) => [
        FICTION,
        `Plan: ${tier.label}.`,
        ...feeList(tier),
        ...includeList(tier),
        'Percentages are of the amount of the sale, tips and taxes included. There are no other fees.',
      ],
    },
    {
      id: 'personal-information',
      title: 'How personal information is used',
      paragraphs: () => [
        FICTION,
        'To decide about the application we must know who owns and controls the business. We use names, dates of birth, home addresses and tax numbers for that and for nothing else, and keep them sealed.',
        'We compare them with the records of credit bureaus and with the lists of persons with whom the law forbids business. We keep them for five years after the account ends, as the law asks, and then delete them.',
        'Each person may see what we hold about them, have it corrected, and object in writing.',
      ],
    },
  ],
  consents: [
    { id: 'documents', text: 'I have read the documents above and agree to them on behalf of the business.' },
    {
      id: 'accurate',
      text: 'What the application says is true and complete, and I may sign for the business.',
    },
    {
      id: 'checks',
      text: 'The identity and credit of the business and of each person listed may be checked, with a credit bureau if need be. Each of them knows and agrees.',
    },
    {
      id: 'electronic',
      text: 'I agree to sign electronically and to receive documents and statements electronically.',
    },
  ],
}
