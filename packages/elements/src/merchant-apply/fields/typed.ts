// Sets the value of a text control without disturbing the user's typing. The value is a property of the control, never an
// attribute.
import { noChange } from 'lit'
import { Directive, directive, type ElementPart } from 'lit/directive.js'
import { westernDigits } from './numbers.ts'

type Control = HTMLInputElement | HTMLTextAreaElement
type Args = [value: string, format: (value: string) => string]

class Typed extends Directive {
  render(_value: string, _format: (value: string) => string): typeof noChange {
    return noChange
  }

  override update({ element }: ElementPart, [value, format]: Args): typeof noChange {
    const control = element as Control
    const shown = format(value)
    // Do not rewrite the text while the user types: the format applies after the field is left.
    const hasFocus = (element.getRootNode() as ShadowRoot).activeElement === element
    // An invalid value stays as typed, in digits of any script.
    const isTyped = shown === value && westernDigits(control.value) === value
    if (!hasFocus && !isTyped && control.value !== shown) control.value = shown
    return noChange
  }
}

/** `<input ${typed(value, format)}>`: shows the value, formatted while the control does not have the focus. */
export const typed = /* @__PURE__ */ directive(Typed)
