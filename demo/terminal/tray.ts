// The customer's side: the selected card and three ways to present it.
import { html, type TemplateResult } from 'lit'
import type { PresentedCard } from '@tapboard/contract'
import { TEST_CARDS, type TestCard } from './cards.ts'
import * as draw from './drawings.ts'

/** Properties and callbacks of the tray. */
interface TrayActions {
  readonly chosen: TestCard
  /** Whether the terminal asks for a card. */
  readonly asked: boolean
  choose(card: TestCard): void
  present(entry: PresentedCard['entry']): void
}

const ways = [
  { entry: 'tap', label: 'Tap', drawing: draw.contactless },
  { entry: 'dip', label: 'Insert', drawing: draw.chip },
  { entry: 'swipe', label: 'Swipe', drawing: draw.stripe },
] as const

/** Renders the ways to present the card directly below the device, then the cards: the ways are in the first view. */
export const trayOf = (tray: TrayActions): TemplateResult => html`
  <div class="ways">
    ${ways.map(
      ({ entry, label, drawing }) =>
        html`<button
          type="button"
          class="way ${entry}"
          aria-disabled=${tray.asked ? 'false' : 'true'}
          @click=${() => tray.present(entry)}
        >
          ${drawing(22)}<span>${label}</span>
        </button>`,
    )}
  </div>
  <fieldset class="tray" part="cards">
    <legend>Card in hand</legend>
    <div class="cards">
      ${TEST_CARDS.map(
        (card) =>
          html`<label class="card ${card.id}">
            <input
              type="radio"
              name="card"
              .checked=${card.id === tray.chosen.id}
              @change=${() => tray.choose(card)}
            />
            <span class="face"><b>${card.label}</b><span class="digits">•••• ${card.lastFour}</span></span>
          </label>`,
      )}
    </div>
  </fieldset>
`
