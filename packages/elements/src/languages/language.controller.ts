// Keeps an element in the page's language: finds it, loads its dictionaries and listens for changes. Until a dictionary has
// loaded, failed or timed out, the element keeps its previous texts and does not flash English.
import type { ReactiveController, ReactiveControllerHost } from 'lit'
import type { ErrorDetail } from '../shared/fault.ts'
import { localeOf, nearest, onLocale } from '../shared/locale.ts'
import { noDictionary } from '../shared/mistakes.ts'
import type { DictionaryFiles } from './files.ts'
import { languageFor, type Spoken } from './languages.ts'

/** After 3 s fall back to English. */
const WAIT_MS = 3_000

/** Provides the texts of an element in the page's language. `Texts` is the combined type of all files. */
export class LanguageController<Texts extends object> implements ReactiveController {
  /** Tag for the format of amounts and times; empty until the first language is known. */
  lang = ''
  /** The loaded texts. The element uses its English texts for the missing ones. */
  texts: Partial<Texts> = {}
  /** The first dictionary is loading and there are no texts yet. */
  waiting = false
  /** Language of the element's texts if it differs from the page's. */
  spoken: Spoken | undefined
  /** `rtl` if the language of the texts is right-to-left and no `dir` attribute applies. */
  dir: 'rtl' | undefined
  readonly #host: ReactiveControllerHost & HTMLElement
  readonly #report: (mistake: ErrorDetail) => void
  #files: readonly DictionaryFiles<Partial<Texts>>[]
  /** The tag that is loaded or loading; empty if the load must be retried. */
  #tag = ''
  #words: Spoken = 'en'
  #run = new AbortController()
  #selected: Promise<void> | undefined
  #removeListener: (() => void) | undefined

  constructor(
    host: ReactiveControllerHost & HTMLElement,
    files: readonly DictionaryFiles<Partial<Texts>>[],
    report: (mistake: ErrorDetail) => void,
  ) {
    this.#host = host
    this.#files = files
    this.#report = report
    host.addController(this)
  }

  hostConnected(): void {
    const look = (): void => {
      const tag = localeOf(this.#host)
      if (tag === this.#tag) this.#applyAttributes()
      else void this.#select(tag)
    }
    this.#removeListener = onLocale(this.#host, look)
    look()
  }

  hostDisconnected(): void {
    this.#removeListener?.()
    if (this.#run.signal.aborted) return
    this.#run.abort()
    this.#tag = ''
  }

  /** Adds dictionary files; resolves when they have loaded, failed or timed out. */
  async need(...files: readonly DictionaryFiles<Partial<Texts>>[]): Promise<void> {
    const further = files.filter((one) => !this.#files.includes(one))
    if (!further.length) return
    this.#files = [...this.#files, ...further]
    if (this.#tag) void this.#select(this.#tag)
    // If the page changes its language meanwhile, wait for the files of the new language.
    for (let selected; selected !== this.#selected;) await (selected = this.#selected)
  }

  /** Loads the language of a tag; the newest call wins. */
  #select(tag: string): Promise<void> {
    return (this.#selected = this.#load(tag))
  }

  #load(tag: string): Promise<void> {
    this.#run.abort()
    const run = (this.#run = new AbortController())
    const language = languageFor(tag)
    const loads = language === 'en' ? [] : this.#files.flatMap((files) => files[language] ?? [])
    const texts: Partial<Texts> = {}
    let loaded = 0
    const applyTexts = (): void => {
      if (run.signal.aborted) return
      const complete = loaded === loads.length
      this.#tag = complete ? tag : ''
      if (!complete) this.#report(noDictionary(language))
      this.lang = tag
      this.texts = { ...texts }
      this.#words = loaded ? language : 'en'
      this.waiting = false
      this.#applyAttributes()
    }
    const finish = (): void => {
      applyTexts()
      run.abort()
    }
    this.#tag = tag
    if (!loads.length) return Promise.resolve(finish())
    this.waiting = !this.lang
    return new Promise((resolve) => {
      const late = setTimeout(() => {
        applyTexts()
        resolve()
      }, WAIT_MS)
      run.signal.addEventListener('abort', () => {
        clearTimeout(late)
        resolve()
      })
      const loading = loads.map(async (load) => {
        Object.assign(texts, (await load()).STRINGS)
        loaded += 1
      })
      // Show the texts that loaded, even if other files failed.
      void Promise.allSettled(loading).then(finish)
    })
  }

  /** Updates the values for the element's own `lang` and `dir`. */
  #applyAttributes(): void {
    const words = this.#words
    this.spoken = words.slice(0, 2) === this.lang.slice(0, 2) ? undefined : words
    this.dir = /^(ar|he)/.test(words) && !nearest(this.#host, 'dir') ? 'rtl' : undefined
    this.#host.requestUpdate()
  }
}
