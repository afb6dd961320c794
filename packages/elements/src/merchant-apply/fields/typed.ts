// Puts a value into a text control without disturbing whoever types in it: a value is the control's property, never an
// attribute.
import { noChange } from 'lit'
import { Directive, directive, type ElementPart } from 'lit/directive.js'
import { westernDigits } from './numbers.ts'

type Control = HTMLInputElement | HTMLTextAreaElement
type Given = [value: string, format: (value: string) => string]

class Typed extends Directive {
  render(_value: string, _format: (value: string) => string): typeof noChange {
    return noChange
  }

  override update({ element }: ElementPart, [value, format]: Given): typeof noChange {
    const control = element as Control
    const shown = format(value)
    // Nothing is rewritten under the hands of a person: a format shows after the field is left.
    const inHand = (element.getRootNode() as ShadowRoot).activeElement === element
    // What is not in order stays as it was typed, in digits of whatever script.
    const isTyped = shown === value && westernDigits(control.value) === value
    if (!inHand && !isTyped && control.value !== shown) control.value = shown
    return noChange
  }
}

/** `<input ${typed(value, format)}>`: shows the value, formatted while the control does not have the focus. */
export const typed = /* @__PURE__ */ directive(Typed)
