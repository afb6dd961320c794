// The part of <terminal-desk> with which a person settles a sale: the form of <terminal-pay> beside a row of the desk. It is loaded
// when a sale may need it.
import type { Attestation, DeskKind, DeskRow } from '@tapboard/contract'
import type { TemplateResult } from 'lit'
import type { PayRefundDictionary } from '../languages/dictionary.ts'
import type { DictionaryFiles } from '../languages/files.ts'
import { CHOICE_STYLES } from '../shared/choice.styles.ts'
import { Later } from '../shared/later.ts'
import { over } from '../shared/over.ts'
import { GUARD_STYLES, guardPresses } from '../shared/press-guard.ts'
import { sendDecision } from '../terminal-pay/decision.ts'
import { Resolver, type ResolveNews } from '../terminal-pay/resolve.part.ts'
import { renderLater } from './late.view.ts'
import type { Scene } from './scene.ts'
import { SETTLE_ENGLISH, type SettleStrings } from './settle.strings.ts'
import { SETTLE_STYLES } from './settle.styles.ts'
import type { TerminalDeskController } from './terminal-desk.controller.ts'
import type { BaseStrings } from './terminal-desk.strings.ts'

/** The notes about a decision, by the kind of the row and what became of it. */
const NOTES = {
  sale: { paid: 'settledPaid', unpaid: 'settledUnpaid' },
  refund: { paid: 'settledRefunded', unpaid: 'settledNotRefunded' },
} as const satisfies Record<DeskKind, Record<Attestation['outcome'], keyof SettleStrings>>

/** What a person has stated; `null` if the sale is still unresolved, or another person was first. */
function outcomeOf({ type, sale }: ResolveNews): Attestation['outcome'] | null {
  if (type === 'refused') return null
  return sale.state === 'approved' ? 'paid' : sale.state === 'closed_unpaid' ? 'unpaid' : null
}

/** The language of the element, which loads the dictionaries of a refund. */
interface Language {
  need(files: DictionaryFiles<Partial<PayRefundDictionary>>): Promise<void>
}

/** Settles one sale of the desk at a time. */
export class Settler {
  /** The styles that the form adds to the element. */
  readonly styles = [CHOICE_STYLES, GUARD_STYLES, SETTLE_STYLES]
  readonly #desk: TerminalDeskController
  readonly #resolver: Resolver
  /** The English words of a refund, once its dictionaries are there, too. */
  readonly #refund: Later<object>
  #text: SettleStrings = SETTLE_ENGLISH

  constructor(desk: TerminalDeskController, language: Language) {
    this.#desk = desk
    guardPresses(desk.host.shadowRoot!)
    this.#refund = new Later(
      async () => {
        const { PAY_REFUND_FILES, REFUND_ENGLISH } = await import('./settle-refund.part.ts')
        await language.need(PAY_REFUND_FILES)
        return REFUND_ENGLISH
      },
      () => desk.redraw(),
    )
    this.#resolver = new Resolver(
      {
        view: {
          get sale(): DeskRow | null {
            return desk.view.settling
          },
        },
        redraw: () => desk.redraw(),
        run: (name) => desk.run(name),
        client: () => desk.client(),
        step: (news) => this.#hear(news),
      },
      sendDecision,
    )
  }

  /** Text for the live region about the rendered form; empty if the title is enough. */
  takeSpoken(): string {
    return this.#resolver.takeSpoken().trim()
  }

  /** The form below a row. */
  render(scene: Scene, { kind }: DeskRow): TemplateResult {
    const { payTexts } = scene
    if (kind === 'sale') return this.#renderForm(scene, payTexts)
    this.#refund.foresee()
    return renderLater(scene, this.#refund, (english) =>
      this.#renderForm(scene, over(payTexts, over(english, payTexts.refund))),
    )
  }

  #renderForm({ lang, nowMs, text: base, view }: Scene, words: object): TemplateResult {
    const text: BaseStrings & SettleStrings = { ...SETTLE_ENGLISH, ...base }
    this.#text = text
    return this.#resolver.render({
      view: { sale: view.settling },
      text: { ...words, problems: text.problems },
      lang,
      nowMs,
    })
  }

  #hear(news: ResolveNews): void {
    const { sale } = news
    const desk = this.#desk
    const { settling } = desk.view
    if (settling?.id !== sale.id) return
    const { state, reason, reference, approvalCode, by, settledAtMs, deviceFreeAtMs, version } = sale
    const row = {
      ...settling,
      state,
      reason,
      reference,
      approvalCode,
      by,
      settledAtMs,
      deviceFreeAtMs,
      version,
    }
    desk.step({ type: 'row', row })
    const outcome = outcomeOf(news)
    if (outcome) {
      const text = this.#text[NOTES[row.kind][outcome]](row.order)
      desk.step({ type: 'settled', note: { kind: 'good', text } })
      desk.dispatch('terminal-desk-settled', { outcome, sale: row })
    } else if (news.type === 'refused')
      desk.step({ type: 'settled', note: { kind: 'warn', text: this.#text.alreadySettled(row.order) } })
  }
}
