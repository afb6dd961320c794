// A date as three fields, in the order of the person's language. The form holds `YYYY-MM-DD`; what is missing stays empty
// between the hyphens, and a whole date that is pasted into one field fills all three.
import { html, nothing, type TemplateResult } from 'lit'
import type { StepScene } from '../step.ts'
import { fieldAt, hintOf, labelOf, saidOf, textAt } from './field.ts'
import { typed } from './typed.ts'
import { common, type Asking } from './words.ts'

const PARTS = ['year', 'month', 'day'] as const
type DatePart = (typeof PARTS)[number]

/** A hyphen that was typed into a part must not divide the value. */
const [HYPHEN, INNER] = ['-', '\u2011']

const partsOf = (value: string): Record<DatePart, string> => {
  const [year = '', month = '', day = ''] = value.split(HYPHEN).map((each) => each.replaceAll(INNER, HYPHEN))
  return { year, month, day }
}

const join = (parts: Record<DatePart, string>): string =>
  PARTS.map((part) => parts[part].replaceAll(HYPHEN, INNER)).join(HYPHEN)

/** Month, day and year in the order of a language. */
export const orderOf = (lang: string): readonly DatePart[] =>
  new Intl.DateTimeFormat(lang)
    .formatToParts(0)
    .flatMap(({ type }) => (type === 'year' || type === 'month' || type === 'day' ? [type] : []))

/** A whole date in what was pasted: `2000-02-29`, or the three numbers in the order of the language. */
export function readDate(pasted: string, order: readonly DatePart[]): Record<DatePart, string> | null {
  const [, year, month, day] = /^\s*(\d{4})\D(\d{1,2})\D(\d{1,2})\s*$/.exec(pasted) ?? []
  if (year && month && day) return { year, month, day }
  const found = /^\s*(\d{1,2})\D(\d{1,2})\D(\d{4})\s*$/.exec(pasted)
  if (!found || order[2] !== 'year') return null
  return Object.fromEntries(order.map((part, index) => [part, found[index + 1]])) as Record<DatePart, string>
}

/** {@link orderOf}, asked once for each step that is entered: to ask takes longer than to draw the step. */
function orderIn({ lang, view }: StepScene): readonly DatePart[] {
  const key = `order ${lang}`
  const order = (view.get(key) as readonly DatePart[] | undefined) ?? orderOf(lang)
  view.set(key, order)
  return order
}

/** A date; the three parts of a birthday are known to browsers. */
export function date(asking: Asking, path: string, birthday = false): TemplateResult {
  const { scene } = asking
  const field = fieldAt(asking, path)
  const parts = partsOf(textAt(scene, path))
  const order = orderIn(scene)
  const text = common(scene)
  const input = (part: DatePart) => (event: Event) => {
    const control = event.currentTarget as HTMLInputElement
    const whole = readDate(control.value, order)
    if (whole !== null) {
      const inputs = control.closest('fieldset')!.querySelectorAll('input')
      for (const [index, each] of order.entries()) inputs[index]!.value = whole[each]
    }
    scene.form.change(path, join(whole ?? { ...parts, [part]: control.value }))
  }
  return html`<fieldset
    class="field"
    part="field"
    role="group"
    aria-describedby=${field.described}
    @focusout=${({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!(currentTarget as Element).contains(relatedTarget as Node | null)) scene.form.leave(path)
    }}
  >
    <legend>${labelOf(field, scene)}</legend>
    ${hintOf(field)}
    <div class="date">
      ${order.map(
        (part, index) =>
          html`<label class=${part}
            ><small>${text[part]}</small>
            <input
              part="input"
              id=${index === 0 ? path : nothing}
              autocomplete=${birthday ? `bday-${part}` : 'off'}
              inputmode="numeric"
              enterkeyhint="go"
              dir="ltr"
              aria-describedby="${path}-said"
              aria-invalid=${field.invalid}
              ${typed(parts[part], String)}
              @input=${input(part)}
          /></label>`,
      )}
    </div>
    ${saidOf(field)}
  </fieldset>`
}
