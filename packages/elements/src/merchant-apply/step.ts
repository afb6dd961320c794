// The interface between the shell of <merchant-apply> and its steps. A step is loaded when it is shown. It renders a scene,
// passes the person's actions to the form, and has no state of its own. `done` is the step of every state in which the
// application cannot be edited.
import type {
  ApplicationPage,
  ApplicationSnapshot,
  ApplicationValues,
  FieldCode,
  Judge,
  SignerValues,
  Step,
  SubmitApplication,
  Terms,
  WarningCode,
} from '@tapboard/contract'
import type { CSSResult, TemplateResult } from 'lit'
import type { Answer, ErrorDetail } from '../shared/fault.ts'
import type { Wording } from './fields/wording.ts'
import type { IsolatedFields } from './isolated.part.ts'
import type { LookUpHost } from './look-up.ts'
import type { StepMemory } from './step-memory.ts'
import type { Submission, SubmissionPorts } from './submission.ts'

/** Actions of a person in a step. Paths are those of the contract, such as `signers[0].address.zip`. */
export interface FormActions {
  /** The look-ups of the page. */
  readonly host: LookUpHost
  /** The present values, also after a pause. */
  readonly view: Pick<StepScene, 'values'>
  /** Reports a mistake of the page to its developer. */
  report(mistake: ErrorDetail): void
  /**
   * A value was typed or chosen. A field with a shown error is judged at once, by `judge` if the step's own judge does not
   * cover it.
   */
  change(path: string, value: string | boolean, judge?: Judge): void
  /** Changes values without a field of their own: a person added or removed. Clears the errors below these members. */
  put(values: Partial<ApplicationValues>): void
  /**
   * Judges a part of the step, such as the page of a person, as Continue does for the whole step: takes over the cleaned
   * values, shows the errors and focuses the summary. `true` if there are none.
   */
  check(judge: Judge): boolean
  /** The person left a field: a valid value is cleaned, and its warning is shown. */
  leave(path: string): void
  /** Judges the step. If it is valid, saves the draft and continues; otherwise focuses the summary. */
  next(): Promise<void>
  /** One step back, without judging; keeps all values. */
  back(): void
  /** Shows a step and focuses the field at `path`; from the review, the forward button returns there. */
  go(step: Step, path?: string): void
  /** Focuses the field at `path`, in the shown step. */
  focus(path: string): void
  /** Submits once, with the `Submission` of the shown step; a second press is a no-op. */
  submit(consent: SubmitApplication['consent'], termsToken?: string): Promise<void>
  /** Repeats the last submission with the same bytes after a lost answer. */
  repeat(): Promise<void>
  /** Reads the documents of the chosen plan, or of another one, in the language `locale` first. */
  terms(locale: string, tier?: string): Promise<Answer<Terms>>
  /** Asks the page for the terms token if the page shows the terms (`host`); `null` if it gives none. */
  termsToken(): Promise<string | null>
  /** Prints the element without the page around it. */
  print(): void
  /** Reads the state of the application; it is also polled until it is final. */
  refreshStatus(): Promise<void>
  /** Renders again after a change of the step's memory. */
  redraw(): void
  /** Shows the page of a person, or the list. */
  showPeople(people: People): void
  /** Announces a text in the live region. */
  announce(text: string): void
}

/** The page's callback: shows the terms of a plan and returns their token after the acceptance (mode `host`). */
export type GetTermsToken = (request: {
  /** The BFF's ID of the application. */
  readonly application: string
  /** TierName of the plan. */
  readonly tier: string
}) => Promise<string>

/**
 * State of the last submission beyond the snapshot: none; no answer, so that it may have been received; or confirmed as not
 * received.
 */
export type Delivery = 'none' | 'lost' | 'unreceived'

/** Display state of the owners and signers. */
export interface People {
  /** Index of the person whose page is open; `null` for the list. */
  readonly open: number | null
  /** Name of the last removed person, while the removal can be undone. */
  readonly removed: string | null
  /** The list before a person was opened or removed. */
  readonly before: readonly SignerValues[]
}

/** The data that a step renders. */
export interface StepScene {
  readonly page: ApplicationPage
  /** The known application: state, IDs, issues. */
  readonly application: ApplicationSnapshot
  /** The values as typed. */
  readonly values: ApplicationValues
  /** Shown errors, by path. The form does not look for others until Continue is pressed. */
  readonly shown: ReadonlyMap<string, FieldCode>
  /** The upstream's own texts about fields, by path; shown instead of the texts of the keys. */
  readonly messages: ReadonlyMap<string, string>
  readonly warnings: ReadonlyMap<string, WarningCode>
  /** Paths of secrets that must be entered again, because secrets are not stored. */
  readonly missingSecrets: ReadonlySet<string>
  /** The prefill of the page; `null` if the page has set no `prefill`. */
  readonly prefill: ApplicationValues | null
  /** The steps of this person in order; without `plan` if the plan is preset. */
  readonly steps: readonly Step[]
  /** Step → its name. */
  readonly names: Readonly<Record<Step, string>>
  /** The frames of the secrets, if the page isolates them. */
  readonly isolation: IsolatedFields | undefined
  readonly isolated: boolean
  /** The values are locked. */
  readonly readonly: boolean
  /** A request is being sent: buttons are disabled. */
  readonly busy: boolean
  readonly delivery: Delivery
  readonly lang: string
  /** Texts of the page that replace the element's own, by key. */
  readonly wording: Wording
  readonly people: People
  readonly memory: StepMemory
  /** Another step, for its texts; `null` until it is loaded. */
  readonly part: (step: Step) => StepPart | null
  readonly form: FormActions
}

/** A step's module exports this as `STEP`. */
export interface StepPart {
  /** The contract's judge of the step; the steps without fields have none. */
  readonly judge?: Judge
  /** The label of the step's field at a path, for summary and review. */
  readonly label?: (path: string, scene: StepScene) => string
  /** The message of the shown error at a path: the same at the field and in the summary. */
  readonly message?: (path: string, scene: StepScene) => string
  /** The displayed value at a path if it differs from the typed one. */
  readonly display?: (path: string, scene: StepScene) => string
  /**
   * Opens the container of the field at a path (a person's page) before the field takes the focus; its control has the path as
   * `id`.
   */
  readonly reveal?: (path: string, scene: StepScene) => void
  /** The step's heading, if it is not the one in the shell's `steps`: the state of the application. */
  readonly title?: (scene: StepScene) => string
  /** A drawing above the heading. */
  readonly sign?: (scene: StepScene) => TemplateResult
  /**
   * The step has its own forward button at the moment, as `start`, `agreement` and a person's page have: the shell then
   * renders neither its form nor Continue and Back. Without this it renders them, and Enter in a field continues.
   */
  readonly alone?: (scene: StepScene) => boolean
  /**
   * Submits the application. The shell creates one per element and keeps it, because a repeat must send the same bytes. It
   * shows the result of `send`, or of `settle` if `send` returns `lost`.
   */
  readonly Submission?: new (ports: SubmissionPorts) => Submission
  /** The styles of the step, in addition to those of the fields. */
  readonly styles?: readonly CSSResult[]
  /** The step was entered, and its values can change: opens the first page within the step. */
  readonly entered?: (
    form: FormActions,
    view: Pick<StepScene, 'values'> & { readonly page: ApplicationPage | null; readonly resumed?: boolean },
  ) => void
  readonly render: (scene: StepScene) => TemplateResult
}
