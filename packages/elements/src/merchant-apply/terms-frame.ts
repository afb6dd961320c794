// The vendor's frame in which the person accepts the terms (D-25). It gets the application and the plan, and returns the terms
// token. Messages of other pages, of other frames or for other applications are ignored.
import { noChange } from 'lit'
import { AsyncDirective } from 'lit/async-directive.js'
import { directive, type ElementPart } from 'lit/directive.js'

/** `type` of the messages in both directions. */
export const TERMS_MESSAGE = 'tapboard-terms'

/** The message to the frame. */
export interface TermsWish {
  /** The BFF's ID of the application; the frame returns it with the token. */
  readonly application: string
  readonly tier: string
  readonly locale: string
}

/**
 * The token in a message that `frame`, with a page of `from`, sent for `application`. Empty if the frame asks for its message
 * because it was not ready for it; `null` for every other message.
 */
export function readToken(
  { origin, source, data }: Pick<MessageEvent<unknown>, 'origin' | 'source' | 'data'>,
  frame: { readonly contentWindow: unknown },
  from: string,
  application: string,
): string | null {
  if (origin !== from || source === null || source !== frame.contentWindow) return null
  const said = (typeof data === 'object' ? data : null) as Readonly<Record<string, unknown>> | null
  if (said?.['type'] !== TERMS_MESSAGE) return null
  const { token } = said
  if (!('application' in said) && token === undefined) return ''
  if (said['application'] !== application) return null
  return typeof token === 'string' && token !== '' && token.length <= 4096 ? token : null
}

type Given = [wish: TermsWish, hear: (token: string) => void]

class TermsFrame extends AsyncDirective {
  #frame: HTMLIFrameElement | undefined
  #given: Given | undefined
  #stop: AbortController | undefined

  render(..._given: Given): typeof noChange {
    return noChange
  }

  override update({ element }: ElementPart, given: Given): typeof noChange {
    const past = this.#given?.[0].locale
    this.#frame = element as HTMLIFrameElement
    this.#given = given
    if (!this.#stop) this.reconnected()
    else if (past !== given[0].locale) this.#tell()
    return noChange
  }

  #tell(): void {
    const { contentWindow, src } = this.#frame!
    contentWindow?.postMessage({ type: TERMS_MESSAGE, ...this.#given![0] }, new URL(src).origin)
  }

  protected override disconnected(): void {
    this.#stop?.abort()
  }

  protected override reconnected(): void {
    const frame = this.#frame!
    const { origin } = new URL(frame.src)
    const stop = (this.#stop = new AbortController())
    frame.addEventListener('load', () => this.#tell(), stop)
    addEventListener(
      'message',
      (event) => {
        const [{ application }, hear] = this.#given!
        const token = readToken(event, frame, origin, application)
        if (token === '') this.#tell()
        else if (token !== null) hear(token)
      },
      stop,
    )
  }
}

/** `<iframe src ${termsFrame(wish, hear)}>`: sends the wish to the frame and receives its token. */
export const termsFrame = /* @__PURE__ */ directive(TermsFrame)
