// Test cards of the demo. A terminal reports only brand, last digits and kind; the service rejects everything
// but credit (§1.2).
import type { PresentedCard } from '@tapboard/contract'

export interface TestCard extends Omit<PresentedCard, 'entry'> {
  readonly id: string
  /** Display name of the card. */
  readonly label: string
}

/** All test cards, the default first. */
export const TEST_CARDS: readonly [TestCard, ...TestCard[]] = [
  { id: 'visa', label: 'Visa', brand: 'Visa', lastFour: '4242', kind: 'credit' },
  { id: 'mastercard', label: 'Mastercard', brand: 'Mastercard', lastFour: '5454', kind: 'credit' },
  { id: 'amex', label: 'Amex', brand: 'Amex', lastFour: '1005', kind: 'credit' },
  { id: 'debit', label: 'Debit', brand: 'Visa', lastFour: '1881', kind: 'debit' },
  { id: 'ebt', label: 'EBT', brand: 'EBT', lastFour: '7790', kind: 'ebt' },
  { id: 'gift', label: 'Gift', brand: 'Gift', lastFour: '0099', kind: 'gift' },
]
