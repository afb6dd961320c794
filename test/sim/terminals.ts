// Terminals and cardholders: each session that begins gets the next cardholder of the scenario.
import type { SessionRow } from '../../packages/service/src/schema/schema.ts'
import { isFinal } from '../../packages/service/src/cloud/session/machine.ts'
import type { Cardholder, Scenario } from './story.ts'
import type { SimService } from './service.ts'
import type { World } from './world.ts'

const CARD = { brand: 'Visa', lastFour: '4242', entry: 'tap' } as const

const PATIENT: Cardholder = { promptMs: 100, act: 'pay', afterMs: 1_000, verdict: 0, shownMs: 100 }

/** Brings sessions to their ends. */
export class Terminals {
  readonly #world: World
  readonly #scenario: Scenario
  readonly #people = new Map<string, Cardholder>()
  #service: SimService | null = null

  constructor(world: World, scenario: Scenario) {
    this.#world = world
    this.#scenario = scenario
  }

  /** The service whose sessions are shown. */
  connect(service: SimService): void {
    this.#service = service
  }

  /** Cents that the processor decides by. */
  verdict(row: SessionRow): number {
    return this.#people.get(row.id)?.verdict ?? 0
  }

  show(row: SessionRow): 'shown' | 'lost' {
    const { cardholders } = this.#scenario
    const person = cardholders[this.#people.size % Math.max(1, cardholders.length)] ?? PATIENT
    this.#people.set(row.id, person)
    if (person.promptMs === 'lost') return 'lost'
    if (person.promptMs !== null) this.#world.after(person.promptMs, () => this.#prompted(row.id, person))
    return 'shown'
  }

  #prompted(sessionId: string, person: Cardholder): void {
    this.#service?.happen(sessionId, { type: 'prompt_shown' })
    if (person.act === 'leave') return
    this.#world.after(person.afterMs, () => {
      if (person.act === 'cancel') return this.#service?.happen(sessionId, { type: 'terminal_cancelled' })
      this.#service?.happen(sessionId, { type: 'card_presented', card: CARD })
    })
  }

  /** The processor has answered: the terminal shows the result and reports it. */
  charged(sessionId: string): void {
    const shownMs = this.#people.get(sessionId)?.shownMs ?? null
    if (shownMs === null) return
    this.#world.after(shownMs, () => {
      const row = this.#service?.session(sessionId)
      if (row !== undefined && !isFinal(row.status))
        this.#service?.happen(sessionId, { type: 'result_shown' })
    })
  }
}
