// Processor of the sandbox, tests and demonstrations: accepts every application at once and follows
// `script.ts`. Stateless, so a restart continues where it was.
import type { OnboardingProcessor } from './processor.ts'
import { dueOf } from './script.ts'

/** Creates a scripted processor with `stepMs` between two statuses. */
export const createScriptedProcessor = (stepMs: number): OnboardingProcessor => ({
  submit: async () => ({ type: 'taken', processorReference: null, status: null, askInMs: stepMs }),
  read: async ({ corporateName, status, takenForMs }) => ({
    type: 'taken',
    processorReference: null,
    ...dueOf(corporateName, status, takenForMs, stepMs),
  }),
})
