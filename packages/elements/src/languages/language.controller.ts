// Keeps an element in the page's language: finds it, fetches its dictionaries, and hears when it changes. Until a dictionary
// is there, or is known not to come in time, the element shows what it showed before; English is never seen on the way.
import type { ReactiveController, ReactiveControllerHost } from 'lit'
import type { ErrorDetail } from '../shared/fault.ts'
import { localeOf, nearest, onLocale } from '../shared/locale.ts'
import { noDictionary } from '../shared/mistakes.ts'
import type { DictionaryFiles } from './files.ts'
import { languageFor, type Language } from './languages.ts'

/** Longer, and somebody who could have gone on in English stands before an empty form. */
const WAIT_MS = 3_000

/** See the head of this file. `Texts` are those of all files together. */
export class LanguageController<Texts extends object> implements ReactiveController {
  /** Tag by which amounts and times are written; empty until anything can be. */
  lang = ''
  /** What the dictionaries say; what is missing here stands in English in the element. */
  texts: Partial<Texts> = {}
  /** The first dictionary is on its way: there are no words yet. */
  waiting = false
  /** Language of the element's words where it is not the page's. */
  spoken: Language | undefined
  /** Direction, where the language has another one than the page says. */
  dir: 'rtl' | undefined
  readonly #host: ReactiveControllerHost & HTMLElement
  readonly #report: (mistake: ErrorDetail) => void
  #files: readonly DictionaryFiles<Partial<Texts>>[]
  /** The tag that is spoken, or on its way; empty where it must be tried again. */
  #tag = ''
  #words: Language = 'en'
  #run = new AbortController()
  #turned: Promise<void> | undefined
  #deaf: (() => void) | undefined

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
      if (tag === this.#tag) this.#face()
      else void this.#turn(tag)
    }
    this.#deaf = onLocale(this.#host, look)
    look()
  }

  hostDisconnected(): void {
    this.#deaf?.()
    if (this.#run.signal.aborted) return
    this.#run.abort()
    this.#tag = ''
  }

  /** Speaks these files too from now on; resolves when they are there, or are known not to come in time. */
  async need(...files: readonly DictionaryFiles<Partial<Texts>>[]): Promise<void> {
    const further = files.filter((one) => !this.#files.includes(one))
    if (!further.length) return
    this.#files = [...this.#files, ...further]
    if (this.#tag) void this.#turn(this.#tag)
    // Where the page turns to another language meanwhile, they are waited for in that one.
    for (let turned; turned !== this.#turned;) await (turned = this.#turned)
  }

  /** Turns to the language of a tag; the newest turn wins. */
  #turn(tag: string): Promise<void> {
    return (this.#turned = this.#turnTo(tag))
  }

  #turnTo(tag: string): Promise<void> {
    this.#run.abort()
    const run = (this.#run = new AbortController())
    const language = languageFor(tag)
    const loads = language === 'en' ? [] : this.#files.flatMap((files) => files[language] ?? [])
    const texts: Partial<Texts> = {}
    let came = 0
    const speak = (): void => {
      if (run.signal.aborted) return
      const whole = came === loads.length
      this.#tag = whole ? tag : ''
      if (!whole) this.#report(noDictionary(language))
      this.lang = tag
      this.texts = { ...texts }
      this.#words = came ? language : 'en'
      this.waiting = false
      this.#face()
    }
    const end = (): void => {
      speak()
      run.abort()
    }
    this.#tag = tag
    if (!loads.length) return Promise.resolve(end())
    this.waiting = !this.lang
    return new Promise((resolve) => {
      const late = setTimeout(() => {
        speak()
        resolve()
      }, WAIT_MS)
      run.signal.addEventListener('abort', () => {
        clearTimeout(late)
        resolve()
      })
      const loading = loads.map(async (load) => {
        Object.assign(texts, (await load()).STRINGS)
        came += 1
      })
      // What came is spoken, whatever became of the rest.
      void Promise.allSettled(loading).then(end)
    })
  }

  /** What follows for the element's own `lang` and `dir`. */
  #face(): void {
    const words = this.#words
    this.spoken = words.slice(0, 2) === this.lang.slice(0, 2) ? undefined : words
    this.dir = /^(ar|he)/.test(words) && !nearest(this.#host, 'dir') ? 'rtl' : undefined
    this.#host.requestUpdate()
  }
}
