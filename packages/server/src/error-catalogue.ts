// The catalogue of errors by its parts, for the page of the BFF and for the commands that explain a code.
import {
  BOARDING_ADVICE,
  ELEMENT_FAULTS,
  PROBLEM_ADVICE,
  PROBLEMS,
  PROGRAM_FAULTS,
  SERVICE_ADVICE,
  type ProblemCode,
} from '@tapboard/contract'

/** An entry of the catalogue. */
export interface ErrorEntry {
  readonly code: string
  readonly means: string
  readonly advice: string
}

type Faults = Readonly<Record<string, readonly [means: string, advice: string]>>

const faultEntries = (faults: Faults): readonly ErrorEntry[] =>
  Object.entries(faults).map(([code, [means, advice]]) => ({ code, means: `${means}.`, advice }))

/** The words of codes that another server gives, which have no title of their own. */
const adviceEntries = (advice: Readonly<Record<string, string>>): readonly ErrorEntry[] =>
  Object.entries(advice).map(([code, text]) => ({ code, means: '', advice: text }))

/** The catalogue by its parts. */
export const ERROR_PARTS: readonly (readonly [title: string, entries: readonly ErrorEntry[]])[] = [
  ['Reported by an element', faultEntries(ELEMENT_FAULTS)],
  [
    'Answers of the BFF',
    Object.entries(PROBLEM_ADVICE).map(([code, advice]) => {
      const [status, title] = PROBLEMS[code as ProblemCode]
      return { code, means: `${title} (${status}).`, advice }
    }),
  ],
  ['Reported by a command', faultEntries(PROGRAM_FAULTS)],
  ['Codes of the cloud terminal API', adviceEntries(SERVICE_ADVICE)],
  ['Codes of the boarding API', adviceEntries(BOARDING_ADVICE)],
]

const ENTRIES: readonly ErrorEntry[] = ERROR_PARTS.flatMap(([, entries]) => entries)

/** Every code of the catalogue. */
export const ERROR_CODES: readonly string[] = ENTRIES.map(({ code }) => code)

/** The entry of a code; `null` for an unknown one. */
export const findError = (code: string): ErrorEntry | null =>
  ENTRIES.find((entry) => entry.code === code) ?? null

/** Text of Markdown without its links to the documentation. */
export const plainAdvice = (markdown: string): string => markdown.replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
