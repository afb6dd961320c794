// Renders one step of <merchant-apply> from its own scene, with the judges of the contract, to test a step without the shell
// around it.
import {
  emptyValues,
  judgeApplication,
  latestDate,
  type ApplicationPage,
  type ApplicationSnapshot,
  type ApplicationValues,
  type FieldCode,
  type Judge,
  type RuleContext,
  type Step,
  type WarningCode,
} from '@tapboard/contract'
import { css, html, render } from 'lit'
import { ENGLISH } from '../merchant-apply/merchant-apply.strings.ts'
import { CHOICE_STYLES } from '../shared/choice.styles.ts'
import { CONTROL_STYLES } from '../shared/controls.styles.ts'
import { SELECT_STYLES } from '../shared/select.styles.ts'
import { THEME } from '../shared/theme.styles.ts'
import { FIELD_STYLES } from '../merchant-apply/fields/fields.styles.ts'
import { Wording } from '../merchant-apply/fields/wording.ts'
import { valueAt, withValueAt } from '../merchant-apply/paths.ts'
import { SPOKEN } from './spoken.ts'
import type { FormActions, People, StepPart, StepScene } from '../merchant-apply/step.ts'
import { StepMemory } from '../merchant-apply/step-memory.ts'

/** 21 November 2026. */
const NOW_MS = Date.UTC(2026, 10, 21, 12)

const APPLICATION: ApplicationSnapshot = {
  id: 'app_1',
  state: 'draft',
  version: 1,
  appId: null,
  reference: null,
  tierName: null,
  submittedAtMs: null,
  checkedAtMs: null,
  issues: [],
  agreed: null,
}

const PAGE: ApplicationPage = {
  application: APPLICATION,
  partner: 'Northwind',
  environment: 'production',
  tiers: [],
  countries: ['US', 'CA'],
  terms: { mode: 'service', frameUrl: null },
  sealKey: { kid: 'k', kty: 'EC', crv: 'P-256', x: '', y: '' },
  draft: null,
  nowMs: NOW_MS,
}

const FRAME = css`
  :host {
    box-sizing: border-box;
    padding: 16px;
    font-family: system-ui, sans-serif;
    background: var(--surface);
  }
  button {
    max-inline-size: 100%;
    min-block-size: 48px;
    padding: 10px 16px;
    color: inherit;
    font: inherit;
    font-weight: 600;
    background: var(--surface);
    border: 1px solid var(--line);
    border-radius: 12px;
  }
  .main {
    color: var(--on-accent);
    background: var(--accent);
  }
`

export interface StepSetting {
  readonly values?: Partial<ApplicationValues>
  readonly scene?: Partial<StepScene>
  readonly page?: Partial<ApplicationPage>
  readonly width?: number
}

const stages = new Set<HTMLElement>()

/** A step in a page. */
export class StepStage {
  readonly host = document.createElement('div')
  readonly root = this.host.attachShadow({ mode: 'open' })
  readonly announced: string[] = []
  readonly went: (readonly [Step, string | undefined])[] = []
  continued = 0
  #stale = false
  #drawing = false
  #values: ApplicationValues
  #shown = new Map<string, FieldCode>()
  #warnings = new Map<string, WarningCode>()
  #people: People = { open: null, removed: null, before: [] }
  readonly #memory = new StepMemory()
  readonly #step: StepPart
  readonly #given: Partial<StepScene>
  readonly #page: ApplicationPage

  constructor(step: StepPart, { values, scene = {}, page, width }: StepSetting = {}) {
    this.#step = step
    this.#values = { ...emptyValues(), ...values }
    this.#given = scene
    this.#page = { ...PAGE, ...page }
    const sheets = [
      THEME,
      CONTROL_STYLES,
      CHOICE_STYLES,
      FRAME,
      FIELD_STYLES,
      SELECT_STYLES,
      ...(step.styles ?? []),
    ]
    this.root.adoptedStyleSheets = sheets.flatMap(({ styleSheet }) => styleSheet ?? [])
    if (width) this.host.style.inlineSize = `${width}px`
    stages.add(this.host)
    document.body.append(this.host)
    this.#draw()
  }

  /** As typed. */
  get values(): ApplicationValues {
    return this.#values
  }

  /** The scene of the step. */
  get scene(): StepScene {
    return {
      page: this.#page,
      application: APPLICATION,
      values: this.#values,
      shown: this.#shown,
      messages: new Map(),
      warnings: this.#warnings,
      missingSecrets: new Set(),
      prefill: null,
      steps: ['business'],
      names: ENGLISH.steps,
      isolation: undefined,
      isolated: false,
      readonly: false,
      busy: false,
      delivery: 'none',
      lang: 'en',
      wording: new Wording(SPOKEN.apply),
      people: this.#people,
      memory: this.#memory,
      part: () => null,
      form: this.#form,
      ...this.#given,
    }
  }

  /** The control at a path, opened first where the step shows a button for it. */
  at<T extends HTMLElement = HTMLInputElement>(path: string): T {
    if (!this.has(path)) this.root.querySelector<HTMLElement>(`[data-opens="${path}"]`)?.click()
    const found = this.root.getElementById(path)
    if (!found) throw new Error(`no control at ${path}`)
    return found as T
  }

  /** Checks whether there is a control at the path. */
  has(path: string): boolean {
    return this.root.getElementById(path) !== null
  }

  /** The line below the control at a path. */
  below(path: string): string {
    return this.at(`${path}-message`).textContent.trim()
  }

  /** The label of the control at a path. */
  label(path: string): string {
    return this.root.querySelector(`label[for="${path}"]`)!.textContent.replace(/\s+/g, ' ').trim()
  }

  /** Presses the main button. */
  submit(): void {
    this.root.querySelector<HTMLButtonElement>('button.main')!.click()
  }

  /** Types as a person does: focus, input, blur. */
  type(path: string, text: string, leave = true): void {
    const control = this.at(path)
    control.focus()
    control.value = text
    control.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }))
    if (leave) control.blur()
  }

  choose(path: string, value: string): void {
    const control = this.at<HTMLSelectElement>(path)
    control.value = value
    control.dispatchEvent(new Event('change', { bubbles: true }))
  }

  /** The card or checkbox whose text begins with this. */
  card(words: string): HTMLInputElement {
    for (const label of this.root.querySelectorAll('label.choice'))
      if (label.textContent.trim().startsWith(words)) return label.querySelector('input')!
    throw new Error(`no choice ${words}`)
  }

  /** The button with this text, or this name. */
  button(words: string): HTMLButtonElement {
    for (const button of this.root.querySelectorAll('button'))
      if (SPOKEN.read(button.ariaLabel ?? '') === words || button.textContent.trim() === words) return button
    throw new Error(`no button ${words}`)
  }

  /** Lines of the summary. */
  get summary(): readonly string[] {
    return Array.from(this.root.querySelectorAll('#summary button'), ({ textContent }) => textContent.trim())
  }

  get #context(): RuleContext {
    const sandbox = this.#page.environment === 'sandbox'
    return { today: latestDate(NOW_MS), sandbox, tiers: null, wire: false }
  }

  readonly #form: FormActions = {
    host: {},
    change: (path, value) => {
      this.#set(path, value)
      this.#rejudge()
      this.#draw()
    },
    put: (values) => {
      this.#values = { ...this.#values, ...values }
      for (const path of this.#shown.keys())
        if (Object.keys(values).some((name) => path.startsWith(name))) this.#shown.delete(path)
      this.#draw()
    },
    leave: (path) => {
      const { values, issues, warnings } = judgeApplication(this.#values, this.#context)
      const clean = valueAt(values, path)
      if (typeof clean === 'string' && !issues.some((issue) => issue.path === path)) this.#set(path, clean)
      this.#warnings = new Map(warnings.map(({ path: at, code }) => [at, code]))
      this.#draw()
    },
    check: (judge) => this.#judge(judge),
    next: () => {
      if (!this.#step.judge || this.#judge(this.#step.judge)) this.continued++
      return Promise.resolve()
    },
    back: () => {
      this.continued--
    },
    go: (step, path) => {
      this.went.push([step, path])
    },
    focus: (path) => {
      this.#step.reveal?.(path, this.scene)
      this.#draw()
      this.root.getElementById(path)?.focus()
    },
    redraw: () => this.#draw(),
    showPeople: (people) => {
      this.#people = people
      this.#draw()
    },
    announce: (text) => {
      this.announced.push(SPOKEN.read(text))
    },
    submit: () => Promise.reject(new Error('not here')),
    terms: () => Promise.reject(new Error('not here')),
    refreshStatus: () => Promise.reject(new Error('not here')),
  } as Partial<FormActions> as FormActions

  #judge(judge: Judge): boolean {
    const { values, issues } = judge(this.#values, this.#context)
    this.#shown = new Map(issues.map(({ path, code }) => [path, code]))
    if (issues.length === 0) this.#values = values
    this.#draw()
    if (issues.length > 0) this.root.getElementById('summary')?.focus()
    return issues.length === 0
  }

  #rejudge(): void {
    const found = this.#step.judge?.(this.#values, this.#context).issues ?? []
    const codes = new Map(found.map(({ path, code }) => [path, code]))
    for (const path of this.#shown.keys()) {
      const code = codes.get(path)
      if (code) this.#shown.set(path, code)
      else this.#shown.delete(path)
    }
  }

  #set(path: string, value: unknown): void {
    this.#values = withValueAt(this.#values, path, value)
  }

  /** Removing a field with the focus blurs it: one update ends before the next begins. */
  #draw(): void {
    this.#stale = true
    if (this.#drawing) return
    this.#drawing = true
    while (this.#stale) {
      this.#stale = false
      this.#drawOnce()
    }
    this.#drawing = false
  }

  #drawOnce(): void {
    const { scene } = this
    const body = this.#step.render(scene)
    const alone = this.#step.alone?.(scene)
    render(
      html`<div id="summary" tabindex="-1">
          ${Array.from(
            this.#shown.keys(),
            (path) =>
              html`<button @click=${() => this.#form.focus(path)}>
                ${this.#step.message?.(path, scene)}
              </button>`,
          )}
        </div>
        ${
          alone
            ? body
            : html`<form
                novalidate
                @submit=${(event: Event) => {
                  event.preventDefault()
                  void this.#form.next()
                }}
              >
                ${body}<button class="main">Continue</button>
              </form>`
        }`,
      this.root,
    )
  }
}

/** Removes the steps that were drawn. */
export function clearStages(): void {
  for (const host of stages) host.remove()
  stages.clear()
}
