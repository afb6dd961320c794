// One order through a crash, as clerk and customer act: the same start is repeated until it is answered, the event stream is
// opened again, and another attempt follows where the order allows one.
import { isUnpaid, type Sale, type SaleFrame, type SaleKind } from '@tapboard/contract'
import type { Page, SaleAnswer } from '../kit/page.ts'
import { until } from '../kit/until.ts'
import type { Trace } from './trace.ts'

/** How long an instance that has just started or is full is asked again. */
const PATIENCE_MS = 60_000
/** The time in which an open stream delivers all events; after it the page opens the stream again. */
const STREAM_MS = 500
/** Amount of the second attempt: a card that is approved. */
const SECOND_MINOR = 4_300

export class Purchase {
  readonly order: string
  readonly deviceId: string
  /** IDs of sales whose start was answered with 200 or 201. */
  readonly acknowledged: string[] = []
  /** The frames that the page received, over all its streams. */
  readonly frames: SaleFrame[] = []
  readonly #page: Page
  /** Whether the order is paid already, and a part of it is paid back. */
  kind: SaleKind = 'sale'
  #amountMinor: number
  #watching: { readonly stop: AbortController; readonly done: Promise<unknown> } | null = null

  constructor(page: Page, amountMinor: number, deviceId: string) {
    this.order = page.order
    this.deviceId = deviceId
    this.#page = page
    this.#amountMinor = amountMinor
  }

  /** Gets the token of an attempt of this amount. */
  mint(url: string, amountMinor = this.#amountMinor): Promise<void> {
    return this.#page.getToken(PATIENCE_MS, (amountMinor / 100).toFixed(2), url)
  }

  /** Pays the order, before any crash, and goes on with the refund of `amountMinor`. */
  async payBack(url: string, amountMinor: number, trace: Trace): Promise<void> {
    const { sale } = await this.start(url)
    if (sale === null) throw new Error(`${this.order} was not started`)
    const isApproved = async (): Promise<boolean> =>
      (await this.read(url, sale.id)).sale?.state === 'approved'
    await until(`${this.order} is paid`, isApproved, PATIENCE_MS)
    this.acknowledged.length = 0
    this.kind = 'refund'
    this.#amountMinor = amountMinor
    this.#page.refund(sale.id)
    await this.mint(url)
    trace.say(`${this.order} is paid; ${amountMinor} of it is paid back`)
  }

  async start(url: string): Promise<SaleAnswer> {
    const answer = await this.#page.askAboutSale(this.#page.start(this.deviceId, 1, this.#amountMinor), url)
    if (answer.sale !== null && (answer.status === 200 || answer.status === 201))
      this.acknowledged.push(answer.sale.id)
    return answer
  }

  /** Opens the stream of events beside everything else. */
  watch(url: string): void {
    const saleId = this.acknowledged.at(-1)
    if (saleId === undefined || this.#watching !== null) return
    const stop = new AbortController()
    const options = { signal: stop.signal, last: this.frames.at(-1)?.number ?? 0, askUrl: url }
    const heard = (event: string, frame: object): void => {
      if (event === 'sale') this.frames.push(frame as SaleFrame)
    }
    // A crash cuts the stream; the next one goes on after the last frame.
    this.#watching = { stop, done: this.#page.watch(saleId, heard, options).catch(() => {}) }
  }

  read(url: string, saleId: string): Promise<SaleAnswer> {
    return this.#page.askAboutSale({ method: 'GET', path: `/v1/sales/${saleId}` }, url)
  }

  /** Repeats the start until it is answered: it must be the same sale. The stream is opened again. */
  async repeat(url: string, trace: Trace, breaches: string[]): Promise<Sale> {
    const before = this.acknowledged.at(-1)
    const endsAtMs = performance.now() + PATIENCE_MS
    let answer = await this.start(url)
    while ((answer.status === 0 || answer.status === 503) && performance.now() < endsAtMs) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      answer = await this.start(url)
    }
    trace.say(
      `repeated start of ${this.order}: ${answer.status} ${answer.problem ?? answer.sale?.state ?? ''}`,
    )
    const { sale, status } = answer
    if (sale === null || (status !== 200 && status !== 201))
      throw new Error(`the repeated start of ${this.order} was answered ${status} ${answer.problem ?? ''}`)
    if (before !== undefined && (sale.id !== before || status !== 200))
      breaches.push(`P1: the same start was answered ${before} and then ${status} ${sale.id}`)
    await this.#cut()
    this.watch(url)
    return sale
  }

  /** Waits until the page has every event up to `version`; opens the stream again after a timeout. */
  async watched(url: string, version: number): Promise<void> {
    const endsAtMs = performance.now() + PATIENCE_MS
    let again = performance.now() + STREAM_MS
    while ((this.frames.at(-1)?.number ?? 0) < version && performance.now() < endsAtMs) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      if (performance.now() < again) continue
      await this.#cut()
      this.watch(url)
      again = performance.now() + STREAM_MS
    }
    await this.#cut()
    if ((this.frames.at(-1)?.number ?? 0) < version) throw new Error(`the page does not see event ${version}`)
  }

  /** Tries the order again, as a clerk does: refused while it is open or paid, charged once if it was not paid. */
  async again(url: string, trace: Trace, breaches: string[]): Promise<void> {
    const id = this.acknowledged.at(-1) ?? ''
    const { sale } = await this.read(url, id)
    if (sale === null) throw new Error(`${id} cannot be read`)
    const free = isUnpaid(sale.state)
    const amountMinor = free ? SECOND_MINOR : sale.amountMinor
    const { order, deviceId } = this
    await this.mint(url, amountMinor)
    const attempt = this.#page.start(deviceId, 2, amountMinor)
    const unclearUntilMs = performance.now() + PATIENCE_MS
    let second = await this.#page.askAboutSale(attempt, url)
    // The upstream could not confirm the first attempt's end (D-86): nothing was sent.
    while (second.problem === 'earlier-attempt-unclear' && performance.now() < unclearUntilMs) {
      await new Promise((resolve) => setTimeout(resolve, 3_000))
      second = await this.#page.askAboutSale(attempt, url)
    }
    trace.say(`second attempt of ${order}, ${sale.state}: ${second.status} ${second.problem ?? ''}`)
    // A look-up found it and it ended in the meantime, so the order was free after all.
    const ended =
      !free && second.status === 201 && isUnpaid((await this.read(url, id)).sale?.state ?? sale.state)
    if (ended) return
    if (!free) {
      const wanted = sale.state === 'approved' ? 'order-already-paid' : 'sale-open'
      if (second.status !== 409 || second.problem !== wanted)
        breaches.push(
          `INV-2: ${sale.state}, and a second attempt was answered ${second.status} ${second.problem}`,
        )
      return
    }
    if (second.sale === null || second.status !== 201)
      throw new Error(`a second attempt after ${sale.state} was answered ${second.status} ${second.problem}`)
    const { id: secondId } = second.sale
    const isApproved = async (): Promise<boolean> =>
      (await this.read(url, secondId)).sale?.state === 'approved'
    await until(`a second attempt of ${order} is approved`, isApproved, PATIENCE_MS).catch((error: Error) =>
      breaches.push(error.message),
    )
  }

  async #cut(): Promise<void> {
    this.#watching?.stop.abort()
    await this.#watching?.done
    this.#watching = null
  }
}
