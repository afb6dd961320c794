// A date as fields for its parts, in the order of the user's language. Pasting a whole date into one field fills all. A text
// spells out a whole date, so that the user does not confuse month and day: beside month and year, otherwise below.
import { html, nothing, type TemplateResult } from 'lit'
import { joined, orderOf, partsOf, readDate, readPart, type DatePart } from './dates.ts'
import { fieldAt, hintOf, labelOf, messageOf, textAt } from './field.ts'
import { formatDate, formatMonth } from './format.ts'
import { leaving } from './leaving.ts'
import { typed } from './typed.ts'
import { common, type FieldGroup } from './words.ts'

/** Value of `key` in a cache; computed once. */
function cached<Value>(cache: Map<string, Value>, key: string, compute: () => Value): Value {
  const known = cache.get(key) ?? compute()
  cache.set(key, known)
  return known
}

/**
 * A date. Browsers can autofill the three parts of a `birthday`. A `month` is asked without its day; a pasted whole date keeps its
 * day.
 */
export function date(group: FieldGroup, path: string, kind: 'birthday' | 'month'): TemplateResult {
  const { scene } = group
  const field = fieldAt(group, path)
  const { lang } = scene
  const value = textAt(scene, path)
  const parts = partsOf(value)
  const order = cached(scene.memory.dateOrders, lang, () => orderOf(lang))
  const asked = order.filter((part) => part !== 'day' || kind === 'birthday')
  const spell = kind === 'month' ? formatMonth : formatDate
  const spoken = cached(scene.memory.dates, `${lang} ${kind} ${value}`, () => spell(value, lang))
  const text = common(scene)
  const left = leaving(scene.form, path)
  const message = messageOf(field, spoken === value ? '' : spoken)
  const isBeside = kind === 'month' && !field.error && !field.warning
  const input = (part: DatePart) => (event: Event) => {
    const control = event.currentTarget as HTMLInputElement
    const whole = readDate(control.value, order)
    if (whole !== null) {
      const inputs = control.closest('fieldset')!.querySelectorAll('input')
      for (const [index, each] of asked.entries()) inputs[index]!.value = whole[each]
    }
    // The day of a typed month is unknown.
    const typedDate = {
      ...parts,
      ...(kind === 'month' && { day: '' }),
      [part]: readPart(part, control.value, lang),
    }
    scene.form.change(path, joined(whole ?? typedDate))
  }
  return html`<fieldset
    class="field"
    part="field"
    role="group"
    aria-describedby=${field.described}
    @focusout=${({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!(currentTarget as Element).contains(relatedTarget as Node | null)) left()
    }}
  >
    <legend>${labelOf(field, scene)}</legend>
    ${hintOf(field)}
    <div class="date">
      ${asked.map(
        (part, index) =>
          html`<label class=${part}
            ><small>${text[part]}</small>
            <input
              part="input"
              id=${index === 0 ? path : nothing}
              autocomplete=${kind === 'birthday' ? `bday-${part}` : 'off'}
              inputmode="numeric"
              enterkeyhint="go"
              dir="ltr"
              aria-describedby="${path}-message"
              aria-invalid=${field.invalid}
              ${typed(parts[part], String)}
              @input=${input(part)}
          /></label>`,
      )}
      ${isBeside ? message : nothing}
    </div>
    ${isBeside ? nothing : message}
  </fieldset>`
}
