// The catalogue of errors as a page of the BFF, so that the link at the end of a message works without a network and leads to the
// version that reported it.
import {
  BOARDING_ADVICE,
  ELEMENT_FAULTS,
  PROBLEM_ADVICE,
  PROBLEMS,
  PROGRAM_FAULTS,
  SERVICE_ADVICE,
  web,
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
const PARTS: readonly (readonly [title: string, entries: readonly ErrorEntry[]])[] = [
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

const ENTRIES: readonly ErrorEntry[] = PARTS.flatMap(([, entries]) => entries)

/** Every code of the catalogue. */
export const ERROR_CODES: readonly string[] = ENTRIES.map(({ code }) => code)

/** The entry of a code; `null` for an unknown one. */
export const findError = (code: string): ErrorEntry | null =>
  ENTRIES.find((entry) => entry.code === code) ?? null

/** Text of Markdown without its links to the documentation. */
export const plainAdvice = (markdown: string): string => markdown.replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')

const escape = (text: string): string => text.replace(/[&"<>]/g, (sign) => `&#${sign.codePointAt(0)};`)

const html = (markdown: string): string =>
  escape(plainAdvice(markdown)).replace(/`([^`]+)`/g, '<code>$1</code>')

const entryHtml = ({ code, means, advice }: ErrorEntry): string =>
  `<h3 id="${code}">${code}</h3><p>${[html(means), html(advice)].filter(Boolean).join(' ')}</p>`

/** The page. Its policy allows neither scripts nor styles. */
export const ERROR_PAGE = [
  '<!doctype html><html lang="en"><meta charset="utf-8">',
  '<meta name="viewport" content="width=device-width, initial-scale=1">',
  '<title>Catalogue of errors – Tapboard</title><body><main><h1>Catalogue of errors</h1>',
  ...PARTS.map(([title, entries]) => `<h2>${title}</h2>${entries.map(entryHtml).join('')}`),
  '</main>',
].join('\n')

/** The address of an entry on the page of a BFF. */
export const helpUrl = (publicUrl: string, code: string): string => `${publicUrl}${web.ERRORS_PATH}#${code}`
