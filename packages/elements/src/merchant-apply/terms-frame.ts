// The vendor's frame in which the terms are agreed to (D-25). It is told which application it is for, and says the token of
// the terms; a message of another page, of another frame or for another application is not heard.
import { noChange } from 'lit'
import { AsyncDirective } from 'lit/async-directive.js'
import { directive, type ElementPart } from 'lit/directive.js'

/** `type` of the messages, both ways. */
export const TERMS_MESSAGE = 'tapboard-terms'

/** What the frame is told. */
export interface TermsWish {
  /** The BFF's ID of the application, to be echoed with the token. */
  readonly application: string
  readonly tier: string
  readonly locale: string
}

/**
 * The token in a message that `frame`, showing a page of `from`, sent for `application`; empty where it asks what it is for,
 * because it was not ready when it was told; `null` for every other message.
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

/** `<iframe src ${termsFrame(wish, hear)}>`: tells the frame what is wished, and hears its token. */
export const termsFrame = /* @__PURE__ */ directive(TermsFrame)
