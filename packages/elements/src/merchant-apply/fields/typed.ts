// Puts a value into a text control without disturbing whoever types in it, and takes it out of the document when the control
// is taken away: a value is the control's property, never an attribute.
import { noChange } from 'lit'
import { AsyncDirective } from 'lit/async-directive.js'
import { directive, type ElementPart } from 'lit/directive.js'

type Control = HTMLInputElement | HTMLTextAreaElement
type Given = [value: string, format: (value: string) => string]

class Typed extends AsyncDirective {
  #control: Control | undefined
  #given: Given = ['', String]

  render(_value: string, _format: (value: string) => string): typeof noChange {
    return noChange
  }

  override update({ element }: ElementPart, [value, format]: Given): typeof noChange {
    this.#control = element as Control
    this.#given = [value, format]
    // Nothing is rewritten under the hands of a person: a format shows after the field is left.
    if ((element.getRootNode() as ShadowRoot).activeElement !== element) this.#put()
    return noChange
  }

  protected override disconnected(): void {
    if (this.#control) this.#control.value = ''
  }

  protected override reconnected(): void {
    this.#put()
  }

  #put(): void {
    const [value, format] = this.#given
    const shown = format(value)
    if (this.isConnected && this.#control && this.#control.value !== shown) this.#control.value = shown
  }
}

/** `<input ${typed(value, format)}>`: shows the value, formatted while the control does not have the focus. */
export const typed = /* @__PURE__ */ directive(Typed)
