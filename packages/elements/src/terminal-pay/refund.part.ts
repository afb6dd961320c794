// The part of <terminal-pay> for refunds: its texts in place of those of a sale, and its head. Situations, rows and actions are those
// of a sale (D-101). It loads before the first refund is shown.
import { html, nothing, type TemplateResult } from 'lit'
import { PAY_REFUND_FILES } from '../languages/pay-refund.files.ts'
import { over } from '../shared/over.ts'
import { dueOf } from './choice.phrases.ts'
import { money } from './format.ts'
import { REFUND_ENGLISH, type RefundStrings } from './refund.strings.ts'
import type { Scene } from './scene.ts'

/** The last four digits of a masked card number; empty if they are unknown. */
const endingOf = (card: string | null | undefined): string => /\d{4}$/.exec(card ?? '')?.[0] ?? ''

/** The texts of a scene, which `textsOf` has completed. */
const wordsOf = ({ text }: Scene): RefundStrings => text as unknown as RefundStrings

/** Texts and head of a refund. */
export class RefundPart {
  /** Its dictionaries. */
  readonly files = PAY_REFUND_FILES

  /** The texts of a refund over those of a sale. */
  textsOf(text: Scene['text']): Scene['text'] {
    return over(text, over(REFUND_ENGLISH, text['refund'] as object | undefined))
  }

  /** The amount and the card of the refund, in place of the amount of a sale; `isStaged`: without the amount. */
  renderHead(scene: Scene, amount: string, isStaged: boolean): TemplateResult {
    const text = wordsOf(scene)
    const { currency, refund } = scene.view.checkout ?? {}
    if (!refund) return html`<p class="amount" part="amount">${dueOf(scene)}</p>`
    const paid = money(scene.lang, refund.paidAmountMinor, currency!)
    const ending = endingOf(refund.card)
    return html`${
        isStaged
          ? nothing
          : html`<p class="amount" part="amount"><bdi>${amount && text.refundOf(amount)}</bdi></p>`
      }
      <p class="quiet"><bdi>${ending ? text.toCard(ending) : text.toPayer}</bdi></p>
      ${paid && paid !== amount ? html`<p class="quiet"><bdi>${text.partOf(paid)}</bdi></p>` : nothing}`
  }

  /** How much is left to refund (`left`, in minor units) if it is less than the page wants to refund; otherwise empty. */
  faultText(scene: Scene, left: number): string {
    const { checkout } = scene.view
    if (scene.row.phase !== 'choosing' || !checkout || left >= checkout.amountMinor) return ''
    return wordsOf(scene).tooMuch(left > 0 ? money(scene.lang, left, checkout.currency) : '')
  }

  /** The reference of the refunded sale, for the facts. */
  paymentOf(scene: Scene): readonly [name: string, value: string | null] {
    return [wordsOf(scene).payment, scene.view.checkout?.refund?.reference ?? null]
  }
}
