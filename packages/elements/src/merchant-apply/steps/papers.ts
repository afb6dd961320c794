// The documents of the agreement on the screen, and the buttons that print and save one.
import type { TermsDocument } from '@tapboard/contract'
import { html, type TemplateResult } from 'lit'
import { wordsIn } from '../fields/wording.ts'
import type { StepScene } from '../step.ts'
import { AGREEMENT } from './agreement.strings.ts'

/** The name of a language without its region, such as `French` for `fr-CA`. */
export function languageName(scene: StepScene, locale: string): string {
  try {
    const language = locale.replace(/-([a-z]{2}|\d{3})$/i, '')
    return new Intl.DisplayNames(scene.lang, { type: 'language' }).of(language) ?? locale
  } catch {
    return locale
  }
}

/** The paragraphs of a document. */
export const paragraphsOf = ({ text }: TermsDocument): readonly TemplateResult[] =>
  text.split(/\n\s*\n/).map((paragraph) => html`<p>${paragraph}</p>`)

/** The lines between the title and the text of a printed or saved document. */
function linesOf(scene: StepScene, { version, locale, sha256 }: TermsDocument): readonly string[] {
  const { edition, signed } = wordsIn(scene, 'agreement', AGREEMENT)
  const { agreed } = scene.application
  const long = (ms: number): string =>
    new Intl.DateTimeFormat(scene.lang, { dateStyle: 'long', timeStyle: 'short' }).format(ms)
  return [
    `${edition(version)} · ${languageName(scene, locale)}`,
    agreed ? signed(agreed.signerName, long(agreed.atMs)) : long(Date.now()),
    scene.page.partner,
    `SHA-256 ${sha256}`,
  ]
}

/** The buttons that print and save a document; `find` returns it, or `null` if it is not available. */
export function paperButtons(
  scene: StepScene,
  title: string,
  find: () => Promise<TermsDocument | null> | TermsDocument,
): TemplateResult {
  const words = wordsIn(scene, 'agreement', AGREEMENT)
  const press = (label: string, name: 'printPaper' | 'savePaper'): TemplateResult => {
    const pressed = async ({ currentTarget }: Event): Promise<void> => {
      const root = (currentTarget as Element).getRootNode() as ShadowRoot
      const found = await find()
      if (!found) return
      const papers = await import('../papers.part.ts')
      papers[name]({ ...found, lines: linesOf(scene, found), paragraphs: paragraphsOf(found) }, root)
    }
    return html`<button type="button" part="button" aria-label="${label}: ${title}" @click=${pressed}>
      ${label}
    </button>`
  }
  return html`${press(words.print, 'printPaper')} ${press(words.save, 'savePaper')}`
}
