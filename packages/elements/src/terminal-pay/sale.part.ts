// The sale part of <terminal-pay>: sending a press, following a sale, and showing both, with texts, drawings and styles. It runs
// after the first drawing; Charge is off until then, so that nothing has to load once a sale has begun (D-77).
import { nothing } from 'lit'
import { Later } from '../shared/later.ts'
import type { Part } from '../shared/controls.ts'
import { PHRASING } from './phrases.ts'
import { renderProgress, renderUnwatched } from './progress.view.ts'
import type { Resolver } from './resolve.part.ts'
import { REASONS, RESULT_ENGLISH } from './result.strings.ts'
import { Results } from './result.view.ts'
import { saleFaultText } from './sale.buttons.ts'
import { SaleController } from './sale.controller.ts'
import { SALE_ENGLISH, SALE_PROBLEMS } from './sale.strings.ts'
import { SALE_STYLES } from './sale.styles.ts'
import type { Rules, SaleScene, Scene } from './scene.ts'
import { actionsOf, situationOf } from './situation.ts'
import type { TerminalPayController } from './terminal-pay.controller.ts'
import { reduce } from './terminal-pay.machine.ts'
import { ENGLISH, type BaseStrings } from './terminal-pay.strings.ts'
import { rowOf } from './truth-table.ts'

/** The English texts of the first file and of this part. */
const TEXTS: BaseStrings = {
  ...SALE_ENGLISH,
  ...RESULT_ENGLISH,
  ...ENGLISH,
  problems: { ...REASONS, ...SALE_PROBLEMS, ...ENGLISH.problems },
}

/** Everything about press and sale of one `<terminal-pay>`. */
export class SalePart extends SaleController implements Rules {
  readonly english = TEXTS
  readonly phrasing = PHRASING
  readonly styles = SALE_STYLES
  readonly reduce = reduce
  /** The form to decide with; loaded when a sale may need it. */
  readonly resolve: Later<Resolver>
  readonly #results: Results

  constructor(pay: TerminalPayController) {
    super(pay)
    this.#results = new Results(pay)
    this.resolve = new Later(
      async () => new (await import('./resolve.part.ts')).Resolver(pay),
      () => pay.redraw(),
    )
  }

  readonly shownOf: Rules['shownOf'] = (view, nowMs, who) => {
    const situation = situationOf(view, nowMs, who)
    return { situation, row: rowOf(situation), offered: actionsOf(view, nowMs, who) }
  }

  /** The text of the shown fault; empty without one. */
  faultText(scene: Scene): string {
    return saleFaultText(scene as SaleScene)
  }

  /** The sign beside the title. */
  sign(scene: Scene): Part {
    return this.#results.sign(scene as SaleScene)
  }

  /** Text for the live region instead of the title: the answer to a check. */
  spoken(scene: Scene): string {
    return this.#results.spoken(scene as SaleScene)
  }

  /** Renders a press or a sale below the title. */
  render(scene: Scene): Part {
    const sale = scene as SaleScene
    const { phase } = scene.row
    if (phase === 'contacting' || phase === 'waiting') return renderProgress(sale)
    if (phase === 'unwatched') return renderUnwatched(sale)
    return phase === 'done' ? nothing : this.#results.render(sale)
  }
}
