// A <merchant-apply> with all values filled in, at one of its last steps.
import type {
  ApplicationPage,
  ApplicationSnapshot,
  ApplicationValues,
  SubmitApplication,
} from '@tapboard/contract'
import { FILLED, FILLED_DRAFT } from './filled.ts'
import { mountApply, type ApplySetting, type ApplyStage } from './mount-apply.ts'
import { APPLY_NOW_MS, ScriptedBoarding } from './scripted-boarding.ts'
import { SPOKEN } from './spoken.ts'

/** Options of such a test. */
export interface FilledSetting extends Omit<ApplySetting, 'bff'> {
  readonly values?: Partial<ApplicationValues>
  readonly page?: Partial<ApplicationPage>
  /** The secrets are known, as after typing; otherwise the application was saved and reopened. */
  readonly secrets?: boolean
}

/** At "Check your answers". */
export async function atReview({
  values,
  page = {},
  secrets = true,
  properties,
  ...setting
}: FilledSetting = {}): Promise<ApplyStage> {
  const bff = new ScriptedBoarding()
  bff.draft = { ...FILLED_DRAFT, values: { ...FILLED_DRAFT.values, ...values } }
  bff.page = page
  const prefill = { ...FILLED, ...values }
  const stage = mountApply({ ...setting, bff, properties: { ...(secrets && { prefill }), ...properties } })
  await stage.form.step('review')
  await stage.form.until(() => stage.form.buttons.includes('Print'))
  return stage
}

/** At "Agreement", with its documents. */
export async function atAgreement(setting: FilledSetting = {}): Promise<ApplyStage> {
  const stage = await atReview(setting)
  stage.form.press('Continue')
  await stage.form.step('agreement')
  const mode = setting.page?.terms?.mode ?? 'service'
  await stage.form.until(() => mode !== 'service' || stage.form.text.includes('They do so in writing'))
  return stage
}

/** All statements are accepted and the application is not submitted. */
export async function agreed(setting: FilledSetting = {}): Promise<ApplyStage> {
  const stage = await atAgreement(setting)
  stage.form.choose('I have read')
  stage.form.type('consent.signerName', 'Dana Whitfield')
  return stage
}

/** The main button of the agreement. */
export const SUBMIT = 'Agree and submit application'

/** The first statement of the agreement. */
export const firstBox = ({ form }: ApplyStage): HTMLInputElement =>
  form.root.querySelector<HTMLInputElement>('input[type=checkbox]')!

/** The consent of the first submission. */
export const consentOf = ({ bff }: ApplyStage): SubmitApplication['consent'] => bff.submissions[0]!.consent

/** The snapshot of a submitted application. */
export const SUBMITTED: Partial<ApplicationSnapshot> = {
  state: 'submitted',
  appId: 'APP-20441',
  reference: 'R-778',
  tierName: 'Plus',
  submittedAtMs: APPLY_NOW_MS,
  checkedAtMs: APPLY_NOW_MS + 60_000,
  agreed: {
    signerName: 'Dana Whitfield',
    atMs: APPLY_NOW_MS,
    documents: [{ title: 'Merchant services agreement', version: '2026-11', sha256: 'a'.repeat(64) }],
  },
}

/** The watermark of each printed page; empty for none. */
export const watermark = ({ form: { root } }: ApplyStage): string => {
  const rules = [...root.adoptedStyleSheets].flatMap(({ cssRules }) => [...cssRules])
  const print = rules.filter((rule) => rule instanceof CSSMediaRule && rule.conditionText === 'print')
  const marks = print
    .flatMap((rule) => [...(rule as CSSMediaRule).cssRules])
    .filter((rule) => rule instanceof CSSStyleRule && rule.style.content)
  const [mark] = marks as CSSStyleRule[]
  const marked = mark && root.querySelector(mark.selectorText.replace('::after', ''))
  return mark?.style.content === 'attr(data-mark)' ? SPOKEN.read(marked?.getAttribute('data-mark') ?? '') : ''
}
