// The part of a controller that both elements share: the settings of the page, requests that end with the element, and reports. The
// newest run of a name aborts the one before. A removed element aborts all of them; a moved one none.
import type { ReactiveController, ReactiveControllerHost } from 'lit'
import { Client, type ClientPorts } from './client.ts'
import type { ErrorDetail } from './fault.ts'
import { badBase, NO_GET_TOKEN, readBase, Reports } from './mistakes.ts'
import { pageRetry } from './retry.ts'
import { TokenSource, type GetToken } from './token-source.ts'
import { pause } from './wake.ts'

/** The members of an element that its controller uses. */
export interface BffHost extends ReactiveControllerHost, HTMLElement {
  bffUrl: string
  getToken: GetToken | undefined
  fetcher: typeof fetch
  /** ID of the sale to refund; empty for none. */
  readonly refund?: string
  /** Results are signalled by sound and vibration. */
  readonly sound?: boolean
  /** Place of each terminal by its ID. */
  readonly places?: Readonly<Record<string, string>> | undefined
}

/** A framework may set properties after the element is in the page; only then is a missing one a mistake. */
const GRACE_MS = 2_000

/** An element that comes back within this time keeps its tokens: a framework moves it, and each new token is a request of the page. */
const AWAY_MS = 1_000

/** Milliseconds of a monotonic clock. */
export const now = (): number => performance.now()

/** Connects an element with its BFF. */
export abstract class BffController<Host extends BffHost> implements ReactiveController {
  /** The element. */
  readonly host: Host
  /** Repeats the first reading. */
  readonly retry = pageRetry()
  protected readonly tokens: TokenSource
  protected readonly reports: Reports
  /** URL of the BFF; `null` while the page is not set up. */
  base: string | null = null
  readonly #runs = new Map<string, AbortController>()
  #stopListening: (() => void) | null = null

  constructor(host: Host, tag: string) {
    this.host = host
    this.tokens = new TokenSource({ getToken: () => host.getToken!, now })
    this.reports = new Reports(
      tag,
      (mistake) => this.dispatchError(mistake),
      () => readBase(host.bffUrl, host.baseURI),
    )
    host.addController(this)
  }

  /** Begins, resumes after a removal, or begins anew when the page has set another BFF. */
  abstract configure(resumed?: boolean): void
  /** Adds the listeners of a connected element; returns the function that removes them. */
  protected abstract listen(): () => void
  /** The page has set `bff-url` or `getToken` wrongly. */
  protected abstract misconfigured(mistake: ErrorDetail): void
  /** Dispatches the element's error event. */
  protected abstract dispatchError(mistake: ErrorDetail): void
  /** Called after a removal, when all runs are aborted. */
  protected disconnected(): void {}

  hostConnected(): void {
    if (this.#stopListening) return
    this.tokens.prepare()
    this.#stopListening = this.listen()
    this.configure(true)
  }

  hostDisconnected(): void {
    queueMicrotask(() => {
      if (this.host.isConnected || !this.#stopListening) return
      this.#stopListening()
      this.#stopListening = null
      for (const run of this.#runs.values()) run.abort()
      this.disconnected()
    })
    // The page may keep a removed element, but no token with it.
    setTimeout(() => this.host.isConnected || this.tokens.renew(), AWAY_MS)
  }

  /** Requests an update of the element. */
  redraw(): void {
    this.host.requestUpdate()
  }

  /** Aborts the run of this name and begins a new one. */
  run(name: string): AbortSignal {
    this.#runs.get(name)?.abort()
    const run = new AbortController()
    this.#runs.set(name, run)
    return run.signal
  }

  /** A client for the BFF that the page has set; `fetch` sends its requests. */
  client(fetch: ClientPorts['fetch'] = this.host.fetcher): Client {
    const { refund } = this.host
    return new Client({ base: this.base ?? '', fetch, tokens: this.tokens, refund })
  }

  /** Reports a mistake once. */
  report(mistake: ErrorDetail): void {
    this.reports.report(mistake)
  }

  /** True while the element is in a document. */
  get isListening(): boolean {
    return this.#stopListening !== null
  }

  /** True where the page's `bff-url` is the URL that is in use. */
  protected hasSameBase(): boolean {
    return this.base !== null && readBase(this.host.bffUrl, this.host.baseURI) === this.base
  }

  /** Takes `bff-url` and `getToken` from the page; `false` where one is wrong, which is reported after a grace period. */
  protected setUp(): boolean {
    const { bffUrl, getToken, baseURI } = this.host
    const base = readBase(bffUrl, baseURI)
    const mistake = base ? (typeof getToken === 'function' ? null : NO_GET_TOKEN) : badBase(bffUrl)
    this.base = mistake ? null : base
    if (!mistake) return true
    const signal = this.run('load')
    void pause(bffUrl && !base ? 0 : GRACE_MS, signal).then(
      () => signal.aborted || this.misconfigured(mistake),
    )
    return false
  }
}
