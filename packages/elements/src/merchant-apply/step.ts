// What the shell of <merchant-apply> and its steps agree on. A step is loaded when it is shown; it draws from a scene, tells
// the form what the person does, and keeps nothing itself. `done` is the step of every state that nobody can edit any more.
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
import type { Answer } from '../shared/fault.ts'
import type { Wording } from './fields/words.ts'
import type { StepMemory } from './step-memory.ts'
import type { Submission, SubmissionPorts } from './submission.ts'

/** What a person does in a step. Paths are those of the contract, such as `signers[0].address.zip`. */
export interface FormActions {
  /**
   * A value was typed or chosen; a field whose complaint is shown is judged at once, by `judge` where the step's own does not
   * know what is wrong there.
   */
  change(path: string, value: string | boolean, judge?: Judge): void
  /** Values that no single field stands for: a person added or removed. Complaints below these members are forgotten. */
  put(values: Partial<ApplicationValues>): void
  /**
   * Judges a part of the step, such as the person whose page is open, as Continue does the whole: takes the cleaned values,
   * shows the complaints and puts the focus on the summary. `true` when there are none.
   */
  check(judge: Judge): boolean
  /** The person left a field: it is cleaned as the contract cleans it, and its warning is shown. */
  leave(path: string): void
  /** Judges the step; good: saves the draft and goes on, else the summary takes the focus. */
  next(): Promise<void>
  /** One step back; nothing is judged and nothing is lost. */
  back(): void
  /** Shows a step, and puts the focus on the field at `path`; from the review the way back leads there again. */
  go(step: Step, path?: string): void
  /** The field with the focus at `path`, in the step that is shown. */
  focus(path: string): void
  /** Submits once, by the `Submission` of the step that is shown; a second press does nothing. */
  submit(consent: SubmitApplication['consent'], termsToken?: string): Promise<void>
  /** Submits what was submitted last once more: the same bytes, where the answer was lost. */
  repeat(): Promise<void>
  /** Reads the documents of the chosen plan, in the language `locale` first. */
  terms(locale: string): Promise<Answer<Terms>>
  /** Asks the page for the token of the terms, where it is the page that shows them (`host`); `null` when it gives none. */
  termsToken(): Promise<string | null>
  /** Prints the element and nothing of the page around it. */
  print(): void
  /** Asks what became of the application; it is asked by itself too, as long as it is not decided. */
  refreshStatus(): Promise<void>
  /** Draws again, after a change of the step's memory. */
  redraw(): void
  /** Shows the page of a person, or the list. */
  showPeople(people: People): void
  /** Says it in the live region. */
  announce(text: string): void
}

/** The page's callback: shows the terms of a plan and returns their token after the acceptance (mode `host`). */
export type GetTermsToken = (wish: {
  /** The BFF's ID of the application. */
  readonly application: string
  /** TierName of the plan. */
  readonly tier: string
}) => Promise<string>

/**
 * What this page knows of the last submission beyond the snapshot: nothing; no answer came, so that it may have been
 * received; or it was asked about and has not been received.
 */
export type Delivery = 'none' | 'lost' | 'unheard'

/** What is shown of the owners and signers. */
export interface People {
  /** Index of the person whose page is open; `null` for the list. */
  readonly open: number | null
  /** Name of the person that was removed last, while that can be undone. */
  readonly removed: string | null
  /** The list before a person was opened or removed. */
  readonly before: readonly SignerValues[]
}

/** What a step draws from. */
export interface StepScene {
  readonly page: ApplicationPage
  /** The application as it is known: state, IDs, refusals. */
  readonly application: ApplicationSnapshot
  /** As typed. */
  readonly values: ApplicationValues
  /** Complaints that are shown, by path; the others are not looked for until Continue is pressed. */
  readonly shown: ReadonlyMap<string, FieldCode>
  /** What the upstream said of a field in words of its own, by path; shown instead of the key's words. */
  readonly said: ReadonlyMap<string, string>
  readonly warnings: ReadonlyMap<string, WarningCode>
  /** Paths of secrets that were typed earlier and are asked again, because nobody keeps them. */
  readonly again: ReadonlySet<string>
  /** What the page knew beforehand, in its places; `null` for nothing. */
  readonly known: ApplicationValues | null
  /** The steps that this person is led through, in order; `plan` is not among them where there is nothing to choose. */
  readonly steps: readonly Step[]
  /** Step → its name. */
  readonly names: Readonly<Record<Step, string>>
  /** Nobody may change anything. */
  readonly readonly: boolean
  /** Something is being sent: buttons rest. */
  readonly busy: boolean
  readonly delivery: Delivery
  readonly lang: string
  /** Words that the page put in the place of the element's own, by key. */
  readonly wording: Wording
  readonly people: People
  readonly memory: StepMemory
  /** Another step, for its words; `null` as long as it is not loaded. */
  readonly part: (step: Step) => StepPart | null
  readonly form: FormActions
}

/** What a step's module exports as `STEP`. */
export interface StepPart {
  /** The contract's judge of the step; the steps without fields have none. */
  readonly judge?: Judge
  /** Words for the step's fields: the label of the field at a path, as summary and review name it. */
  readonly label?: (path: string, scene: StepScene) => string
  /** What to do about the complaint that is shown at a path: the same sentence at the field and in the summary. */
  readonly message?: (path: string, scene: StepScene) => string
  /** What stands for the value at a path, where that is not what was typed. */
  readonly display?: (path: string, scene: StepScene) => string
  /** Opens what holds the field at a path (a person's page), before the field takes the focus; its control has the path as `id`. */
  readonly reveal?: (path: string, scene: StepScene) => void
  /** The step's heading, where it is not the one of `steps` in the shell's words: what became of the application. */
  readonly title?: (scene: StepScene) => string
  /**
   * The step has a way on of its own at the moment, as `start`, `agreement` and a person's page have: the shell draws neither
   * its form nor Continue and Back around it. Without this, they are drawn, and Enter in a field continues.
   */
  readonly alone?: (scene: StepScene) => boolean
  /**
   * Sends the application. The shell makes one for each element and keeps it, because a repeat must be the same bytes; it
   * shows what came of `send`, and where that is `lost` what `settle` says.
   */
  readonly Submission?: new (ports: SubmissionPorts) => Submission
  /** The look of the step, where it is more than the fields'. */
  readonly styles?: CSSResult
  readonly render: (scene: StepScene) => TemplateResult
}
