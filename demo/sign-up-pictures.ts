// Screenshots of the sign-up page in its states: every step with sample data, one with errors, and the result.
import type { Page } from 'playwright-core'
import type { Step } from '@tapboard/contract'
import type { SignUpScenario } from './host/sign-up/scenarios.ts'
import type { Stack } from './stack.ts'

/** The form on a page. */
const formOf = (page: Page) => page.locator('merchant-apply')

const title = (page: Page, name: string | RegExp): Promise<void> =>
  formOf(page).getByRole('heading', { level: 2, name }).waitFor({ timeout: 30_000 })

async function open(page: Page, siteUrl: string, scenario: SignUpScenario): Promise<void> {
  const made = await page.request.post(`${siteUrl}/api/sign-ups`, {
    data: { scenario },
    headers: { origin: siteUrl },
  })
  const { applicant } = (await made.json()) as { readonly applicant: string }
  await page.goto(`${siteUrl}/sign-up/${applicant}`)
  await title(page, /./)
}

/** Starts a sign-up and stops at the choice of a plan. */
export async function choosePlan(page: Page, { siteUrl }: Stack): Promise<void> {
  await open(page, siteUrl, 'plans')
  await formOf(page).getByRole('button', { name: 'Start' }).click()
  await title(page, /Choose a plan/)
  await formOf(page).getByRole('radio', { name: /^Plus/ }).check()
}

/** Drives the page through its states; `shot` takes a screenshot. */
export async function signUpJourney(
  page: Page,
  { siteUrl }: Stack,
  shot: (name: string) => Promise<void>,
): Promise<void> {
  const form = formOf(page)
  const press = (name: string | RegExp): Promise<void> => form.getByRole('button', { name }).click()
  const begin = async (): Promise<void> => {
    await press('Start')
    await form.getByRole('radio', { name: /^Plus/ }).check()
    await press('Continue')
  }
  const go = async (step: Step, name: string): Promise<void> => {
    await form.evaluate(
      (element, wanted) => (element as HTMLElementTagNameMap['merchant-apply']).goTo(wanted),
      step,
    )
    await title(page, name)
  }

  await open(page, siteUrl, 'plans')
  await title(page, 'Before you start')
  await shot('a-start')
  await press('Start')
  await title(page, /plan/)
  await shot('b-plan')
  await form.getByRole('radio', { name: /^Plus/ }).check()
  await press('Continue')
  await title(page, /Your business/)
  await press('Continue')
  await form.getByRole('heading', { name: 'There is a problem' }).waitFor()
  await shot('c-business-problems')
  await page.getByRole('button', { name: 'LLC, two owners' }).click()
  await title(page, 'Before you start')
  await begin()
  await title(page, /Check your answers/)
  await shot('d-review')
  for (const [letter, step, name] of [
    ['e', 'business', 'Your business'],
    ['f', 'tax', 'Tax details'],
    ['g', 'contact', 'Where to find you'],
    ['h', 'signers', 'Owners and signers'],
    ['i', 'bank', 'Bank account'],
  ] as const) {
    await go(step, name)
    await shot(`${letter}-${step}`)
    if (step !== 'signers') continue
    await press('Change Mara Lindqvist')
    await shot('h-person')
    await press('Cancel')
  }
  await go('review', 'Check your answers')
  await press('Continue')
  await title(page, /Agreement/)
  await form.getByRole('checkbox').first().waitFor()
  await shot('j-agreement')
  for (const box of await form.getByRole('checkbox').all()) await box.check()
  await form.getByRole('textbox', { name: 'Sign with your name' }).fill('Mara Lindqvist')
  await press(/^Agree and submit application/)
  await title(page, 'Your application is approved')
  await shot('k-approved')
  await open(page, siteUrl, 'begun')
  await title(page, /Tax details/)
  await shot('l-resumed')
  await open(page, siteUrl, 'no_plan')
  await press('Start')
  await title(page, /plan/)
  await shot('m-no-plan')
  await open(page, siteUrl, 'locked')
  await title(page, /not set up/)
  await shot('n-locked')
}
