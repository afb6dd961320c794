// The English texts of the step "Check your answers"; most labels are those of the steps. A page replaces any of them under
// `strings.review`.

export interface ReviewStrings {
  /** Heading of the plan; the other headings are the names of the steps. */
  readonly planTitle: string
  readonly plan: string
  /** No plan is chosen, or the chosen one is no longer offered. */
  readonly choosePlan: string
  readonly taxId: string
  readonly businessAddress: string
  readonly mailingAddress: string
  readonly homeAddress: string
  readonly control: string
  readonly primary: string
  readonly sameName: string
  readonly sameAddress: string
  /** The tax ID is the number of the owner. */
  readonly owners: string
  readonly later: string
  readonly yes: string
  readonly no: string
  readonly none: string
  readonly missing: string
  /** Some answers were prefilled. */
  readonly given: (partner: string) => string
  readonly change: string
  /** The accessible name of the link that changes a section. */
  readonly changeAll: (section: string) => string
  /** Number of answers to give or to change. */
  readonly fix: (count: number) => string
  readonly fixed: string
  readonly allFixed: string
  readonly odd: string
  readonly print: string
}

export const REVIEW: ReviewStrings = {
  planTitle: 'Plan',
  plan: 'Chosen plan',
  choosePlan: 'Choose a plan',
  taxId: 'Tax ID',
  businessAddress: 'Business address',
  mailingAddress: 'Mailing address',
  homeAddress: 'Home address',
  control: 'Runs the business',
  primary: 'Main contact',
  sameName: 'Same as the legal name',
  sameAddress: 'Same as the business address',
  owners: 'The owner’s number, see below',
  later: 'To be added later',
  yes: 'Yes',
  no: 'No',
  none: 'Not given',
  missing: 'Missing',
  given: (partner) => `${partner} filled in some answers for you. Check that they are right.`,
  change: 'Edit',
  changeAll: (section) => `Edit ${section}`,
  fix: (count) => (count === 1 ? '1 thing to fix' : `${count} things to fix`),
  fixed: 'Fixed',
  allFixed: 'Everything is fixed',
  odd: 'Please check these again',
  print: 'Print',
}
