// Mounts a <terminal-desk> with a scripted BFF in a test page, and checks afterwards that all requests were expected.
import { place, takeAway } from './page.ts'
import '../terminal-desk/terminal-desk.define.ts'
import { TerminalDeskDriver } from '../terminal-desk/terminal-desk.driver.ts'
import type { TerminalDesk } from '../terminal-desk/terminal-desk.element.ts'
import type { TerminalDeskEvent, TerminalDeskEventName } from '../terminal-desk/terminal-desk.events.ts'
import { ScriptedDesk } from './scripted-desk.ts'
import { SPOKEN } from './spoken.ts'

const NAMES: readonly TerminalDeskEventName[] = [
  'terminal-desk-ready',
  'terminal-desk-settled',
  'terminal-desk-refund',
  'terminal-desk-refunded',
  'terminal-desk-error',
]

interface DeskSetting {
  readonly bff?: ScriptedDesk
  readonly attributes?: Readonly<Record<string, string>>
  readonly properties?: Partial<TerminalDesk>
}

/** An element in a page, driven. */
export interface DeskStage {
  readonly bff: ScriptedDesk
  readonly element: TerminalDesk
  readonly desk: TerminalDeskDriver
  /** Every event of the element, in order. */
  readonly events: TerminalDeskEvent[]
}

const stages = new Set<DeskStage>()

/** Mounts an element; it has not read any data yet. */
export function mountDesk({
  bff = new ScriptedDesk(),
  attributes = {},
  properties,
}: DeskSetting = {}): DeskStage {
  const element = document.createElement('terminal-desk')
  const events: TerminalDeskEvent[] = []
  for (const name of NAMES) element.addEventListener(name, (event) => events.push(event))
  place(element, bff, SPOKEN.desk, properties, attributes)
  const stage = { bff, element, desk: new TerminalDeskDriver(element), events }
  stages.add(stage)
  return stage
}

/** Mounts an element that has read its day. */
export async function readyDesk(setting: DeskSetting = {}): Promise<DeskStage> {
  const stage = mountDesk(setting)
  await stage.desk.phase('ready')
  await stage.bff.streaming()
  return stage
}

/** Removes the mounted elements; an unexpected request fails the test. */
export function unmountAllDesks(): void {
  takeAway(stages)
}
