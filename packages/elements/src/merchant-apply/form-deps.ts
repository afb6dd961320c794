// The part of the controller that saving and submitting use.
import type { BffController, BffHost } from '../shared/bff-controller.ts'
import type { MachineEvent } from './merchant-apply.machine.ts'
import type { View } from './view.ts'

/** Dependencies of the parts of the controller. */
export interface FormDeps extends Pick<BffController<BffHost>, 'client' | 'report' | 'run'> {
  /** The present state of the form. */
  readonly view: View
  /** Passes an event to the machine and performs the effects. */
  step(event: MachineEvent): void
  /** Reads the application again; keeps the typed values. */
  load(): Promise<void>
}
