// The guide through an unknown result: the clerk says what the terminal shows, and reads the safe action. No answer changes the
// sale, sends a request or offers another charge.
import { html, nothing } from 'lit'
import type { Part } from '../shared/controls.ts'
import { IDLE, moving, sign } from './drawings.ts'
import type { SaleScene } from './scene.ts'

/** Pictures of the answers: approved; declined or canceled; still asks for the card; start screen, or nothing. */
const PICTURES = [sign('good'), sign('bad'), moving('contact'), IDLE]

/** The safe action for each answer. */
const adviceOf = ({ text }: SaleScene): readonly string[] => [
  `${text.keepReceipt} ${text.reviewNote}`,
  text.reviewNote,
  text.waitHere,
  `${text.mayBeThrough} ${text.reviewNote}`,
]

/** Renders the action for the chosen answer, and scrolls it into the view of a small screen. */
async function showAdvice({ host }: SaleScene['actions']): Promise<void> {
  host.requestUpdate()
  await host.updateComplete
  host.shadowRoot!.querySelector('.advice')?.scrollIntoView({ block: 'nearest' })
}

/** Asks what the terminal shows. */
export class Guide {
  /** The answer, and ID and state of the sale that it belongs to. */
  #given = { of: '', answer: -1 }

  /** The safe action for the answer about this sale; empty before an answer. */
  advice(scene: SaleScene): string {
    const { id, version } = scene.view.sale!
    return this.#given.of === `${id} ${version}` ? (adviceOf(scene)[this.#given.answer] ?? '') : ''
  }

  /** Renders the question for a clerk; nothing for a manager, who can settle the sale. */
  render(scene: SaleScene): Part {
    const { row, text, view, who, actions } = scene
    if (row.phase !== 'doubt' || who === 'manager') return nothing
    const of = `${view.sale!.id} ${view.sale!.version}`
    const advice = this.advice(scene)
    return html`<fieldset class="guide">
      <legend>
        <b><bdi>${text.terminalShows}</bdi></b>
      </legend>
      ${text.answers.map(
        (name, answer) =>
          html`<label class="choice">
            <input
              type="radio"
              name="shows"
              .checked=${advice !== '' && this.#given.answer === answer}
              @change=${() => {
                this.#given = { of, answer }
                void showAdvice(actions)
              }}
            />
            ${PICTURES[answer]}<span class="grow">${name}</span>
          </label>`,
      )}
      ${
        advice
          ? html`<p class="notice advice">
              <b><bdi>${advice}</bdi></b>
            </p>`
          : nothing
      }
    </fieldset>`
  }
}
