// The part of the controller that saving and submitting use.
import type { BffController, BffHost } from '../shared/bff-controller.ts'
import type { Happening, View } from './merchant-apply.machine.ts'

/** What the parts of the controller need from it. */
export interface FormDeps extends Pick<BffController<BffHost>, 'client' | 'report' | 'run'> {
  /** The state of the form now. */
  readonly view: View
  /** Takes a step of the machine. */
  step(happening: Happening): void
  /** Reads the application again; the values that were typed stay. */
  load(): Promise<void>
}
