// The look-ups of the page, for the fields that have suggestions. Their file is loaded once a page gives a look-up.
import { cleanText, lengthOf, STATES, stateOfZip } from '@tapboard/contract'
import { badProperty } from '../../shared/mistakes.ts'
import { valueAt } from '../paths.ts'
import type { LookUpHost } from '../look-up.ts'
import type * as LookUpPart from '../look-up.part.ts'
import type { StepScene } from '../step.ts'
import { common } from './words.ts'

/** The look-ups, if the page gives this one and their file is loaded. */
export function lookUpsOf({ memory, form }: StepScene, kind: keyof LookUpHost): LookUpPart.LookUps | null {
  const given: unknown = form.host[kind]
  if (given === undefined || given === null) return null
  if (typeof given !== 'function') {
    form.report(badProperty(kind, 'a function'))
    return null
  }
  if (memory.lookUps === undefined) {
    memory.lookUps = null
    const loaded = (part: typeof LookUpPart): void => {
      memory.lookUps = new part.LookUps(form, {
        cleanText,
        lengthOf,
        stateOfZip,
        STATES,
        badProperty,
        common,
        valueAt,
      })
      form.redraw()
    }
    // Without the file the fields are plain.
    import('../look-up.part.ts').then(loaded, () => undefined)
  }
  return memory.lookUps
}
