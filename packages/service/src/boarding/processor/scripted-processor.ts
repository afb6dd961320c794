// The processor of the sandbox, of tests and of the demonstration: takes everything at once and decides as `script.ts` says.
// It keeps nothing, so that a restart goes on where it was.
import type { OnboardingProcessor } from './processor.ts'
import { dueOf } from './script.ts'

/** A processor whose steps are `stepMs` apart. */
export const createScriptedProcessor = (stepMs: number): OnboardingProcessor => ({
  submit: async () => ({ type: 'taken', processorReference: null, status: null, askInMs: stepMs }),
  read: async ({ corporateName, status, takenForMs }) => ({
    type: 'taken',
    processorReference: null,
    ...dueOf(corporateName, status, takenForMs, stepMs),
  }),
})
