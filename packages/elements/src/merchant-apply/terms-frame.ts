// The vendor's frame in which the person accepts the terms (D-25). It gets the application and the plan, and returns the terms
// token. Messages of other pages, of other frames or for other applications are ignored.
import { noChange } from 'lit'
import { AsyncDirective } from 'lit/async-directive.js'
import { directive, type ElementPart } from 'lit/directive.js'

/** `type` of the messages in both directions. */
export const TERMS_MESSAGE = 'tapboard-terms'

/** The message to the frame. */
interface TermsRequest {
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
  const message = (typeof data === 'object' ? data : null) as Readonly<Record<string, unknown>> | null
  if (message?.['type'] !== TERMS_MESSAGE) return null
  const { token } = message
  if (!('application' in message) && token === undefined) return ''
  if (message['application'] !== application) return null
  return typeof token === 'string' && token !== '' && token.length <= 4096 ? token : null
}

type Args = [request: TermsRequest, receive: (token: string) => void]

class TermsFrame extends AsyncDirective {
  #frame: HTMLIFrameElement | undefined
  #args: Args | undefined
  #stop: AbortController | undefined

  render(..._args: Args): typeof noChange {
    return noChange
  }

  override update({ element }: ElementPart, args: Args): typeof noChange {
    const past = this.#args?.[0].locale
    this.#frame = element as HTMLIFrameElement
    this.#args = args
    if (!this.#stop) this.reconnected()
    else if (past !== args[0].locale) this.#send()
    return noChange
  }

  #send(): void {
    const { contentWindow, src } = this.#frame!
    contentWindow?.postMessage({ type: TERMS_MESSAGE, ...this.#args![0] }, new URL(src).origin)
  }

  protected override disconnected(): void {
    this.#stop?.abort()
  }

  protected override reconnected(): void {
    const frame = this.#frame!
    const { origin } = new URL(frame.src)
    const stop = (this.#stop = new AbortController())
    frame.addEventListener('load', () => this.#send(), stop)
    addEventListener(
      'message',
      (event) => {
        const [{ application }, receive] = this.#args!
        const token = readToken(event, frame, origin, application)
        if (token === '') this.#send()
        else if (token !== null) receive(token)
      },
      stop,
    )
  }
}

/** `<iframe src ${termsFrame(request, receive)}>`: sends the request to the frame and receives its token. */
export const termsFrame = /* @__PURE__ */ directive(TermsFrame)
