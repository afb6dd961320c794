// Every step after the plan, in one file: they share their controls and words, and once it is there no step can fail to come.
export { STEP as AGREEMENT } from './agreement.step.ts'
export { STEP as BANK } from './bank.step.ts'
export { STEP as BUSINESS } from './business.step.ts'
export { STEP as CONTACT } from './contact.step.ts'
export { STEP as DONE } from './done.step.ts'
export { STEP as REVIEW } from './review.step.ts'
export { STEP as SIGNERS } from './signers.step.ts'
export { STEP as TAX } from './tax.step.ts'
