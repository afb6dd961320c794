// Shared by the journeys of the sign-up page: a shop with its partner, the books of both sides, a browser, and people in it.
import { after, afterEach, before, beforeEach } from 'node:test'
import type { ApplicationValues } from '@tapboard/contract'
import type { Page } from 'playwright-core'
import { SAMPLES } from '../../../demo/host/sign-up/samples.ts'
import type { SignUpScenario } from '../../../demo/host/sign-up/scenarios.ts'
import { ApplicationBooks } from './application-books.ts'
import { Applicant } from './applicant.ts'
import { useBrowser, type Visit } from './browser.ts'
import { openShop, type ShopOptions, type StackShop } from './shop.ts'

/** A shop with a partner, for the tests of one file. */
interface SignUps {
  readonly shop: StackShop
  readonly books: ApplicationBooks
  /** The browser of the test. */
  readonly visit: Visit
  /** A further browser, closed after the test. */
  another(): Promise<Visit>
  /** A person with the page open. */
  open(scenario?: SignUpScenario, page?: Page): Promise<Applicant>
  /** A person whose form is complete, from the partner's data, at the review. */
  review(values?: ApplicationValues): Promise<Applicant>
}

let businesses = 0

/** A business with a unique name; `ending` selects the result in the sandbox. */
export function business(ending = '', values: ApplicationValues = SAMPLES.llc): ApplicationValues {
  businesses += 1
  return { ...values, corporateName: `Journey ${businesses} of ${process.pid} LLC${ending && ` ${ending}`}` }
}

/** Statuses follow fast on each other, so journeys wait for the last one. */
const QUICK = { timings: { sandboxStepMs: 300 } }

/** Opens a shop before the tests of a file, and a browser before each of them; `prepare` comes first, `opened` after it. */
export function useSignUps(
  prepare: () => ShopOptions | Promise<ShopOptions> = () => ({}),
  opened: (shop: StackShop) => void = () => undefined,
): SignUps {
  const browser = useBrowser()
  let shop: StackShop
  let books: ApplicationBooks
  let visits: Visit[] = []
  before(async () => {
    shop = await openShop({ service: QUICK, ...(await prepare()) })
    opened(shop)
    books = new ApplicationBooks(shop.stack.dir)
  })
  after(async () => {
    books.close()
    await shop.close()
  })
  const another = async (): Promise<Visit> => {
    const visit = await browser.visit()
    visits.push(visit)
    return visit
  }
  beforeEach(async () => void (await another()))
  afterEach(async () => {
    const left = visits
    visits = []
    for (const visit of left) await visit.leave()
  })
  const first = (): Visit => {
    const [visit] = visits
    if (visit === undefined) throw new Error('A visit exists only during a test.')
    return visit
  }
  const open = async (scenario: SignUpScenario = 'plans', page?: Page): Promise<Applicant> =>
    new Applicant(page ?? (await first().tab())).open(shop.siteUrl, scenario)
  return {
    get shop() {
      return shop
    },
    get books() {
      return books
    },
    get visit() {
      return first()
    },
    another,
    open,
    async review(values = business()) {
      const person = await open()
      await person.knownToReview(values)
      return person
    },
  }
}
