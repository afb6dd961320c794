/** Test helpers of the service. */
export { ManualClock, turn } from '@tapboard/store/testing'
export { TestTerminal, type MessageToTerminal } from './testing/terminal.ts'
export { initiateBody, Stack, stopping, withStack, type Answer, type StackOptions } from './testing/stack.ts'
export { withSwitches, type FaultyService, type Operation, type Switch } from './testing/faulty-service.ts'
export { FAULTS, type Fault } from './testing/switches.ts'
export { llcValues, soleValues, TEST_DATA_KEY } from './testing/application.ts'
export { ANY_TOKEN, Partner, withPartner, type BoardingAnswer, type Spelling } from './testing/boarding.ts'
