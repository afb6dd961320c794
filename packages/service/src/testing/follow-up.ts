/** Applications after their submission, with a processor and a time that a test decides about. */
import assert from 'node:assert/strict'
import type { ApplicationValues } from '@tapboard/contract'
import { ManualClock, turn, type EngineContext } from '@tapboard/store/testing'
import type { OnboardingProcessor, ProcessorAnswer } from '../boarding/processor/processor.ts'
import { openKernel, type ServiceOptions } from '../kernel.ts'
import type { Kernel, Log, LogFields } from '../ports.ts'
import type { Tables } from '../schema.ts'
import { createService, type Service } from '../service.ts'
import { llcValues, TEST_DATA_KEY } from './application.ts'
import { Partner } from './boarding.ts'
import { quietStore, type QuietStore } from './quiet.ts'

/** A line of a log. */
export interface Line extends LogFields {
  readonly level: 'info' | 'warn' | 'error'
  readonly message: string
}

/** A log that keeps its lines. */
export function keptLog(): { readonly log: Log; readonly lines: Line[] } {
  const lines: Line[] = []
  const keep = (level: Line['level']) => (fields: LogFields, message: string) =>
    void lines.push({ level, message, ...fields })
  return { log: { info: keep('info'), warn: keep('warn'), error: keep('error') }, lines }
}

/** Takes an application and has nothing more to say for a minute. */
export const TAKEN: ProcessorAnswer = {
  type: 'taken',
  processorReference: 'p-1',
  status: 'received',
  askInMs: 60_000,
}

/** A processor that answers as a test says and keeps what it was sent. */
export class TestProcessor implements OnboardingProcessor {
  /** AppIds as they came, one for each time. */
  readonly sent: string[] = []
  readonly asked: string[] = []
  /** Values as they came. */
  readonly values: ApplicationValues[] = []
  onSend: (appId: string) => ProcessorAnswer | Promise<ProcessorAnswer> = () => TAKEN
  onAsk: (appId: string) => ProcessorAnswer | Promise<ProcessorAnswer> = () => TAKEN

  /** Takes one. */
  async submit(application: Parameters<OnboardingProcessor['submit']>[0]): Promise<ProcessorAnswer> {
    const values = await application.values()
    this.sent.push(application.appId)
    this.values.push(values)
    return this.onSend(application.appId)
  }

  /** Says what became of one. */
  async read({ appId }: Parameters<OnboardingProcessor['read']>[0]): Promise<ProcessorAnswer> {
    this.asked.push(appId)
    return this.onAsk(appId)
  }
}

/** A partner, a processor, and any number of processes of the service on one database. */
export class Boarded {
  readonly clock = new ManualClock()
  readonly processor = new TestProcessor()
  readonly lines: Line[] = []
  partner!: Partner
  #context: EngineContext<Tables>
  readonly #log = keptLog()
  readonly #stores: QuietStore<Tables>[] = []
  readonly #services: Service[] = []

  private constructor(context: EngineContext<Tables>) {
    this.#context = context
    this.lines = this.#log.lines
  }

  /** A partner on a process that has not started: it answers, and brings nothing. */
  static async with(context: EngineContext<Tables>): Promise<Boarded> {
    const boarded = new Boarded(context)
    boarded.partner = await Partner.join(await boarded.process())
    return boarded
  }

  /** One more process. */
  process(options: Partial<ServiceOptions> = {}): Promise<Service> {
    return this.processWithout({ processor: this.processor, ...options })
  }

  /** One more process that knows no processor of production. */
  async processWithout(options: Partial<ServiceOptions> = {}): Promise<Service> {
    const service = await createService({ ...(await this.#options()), ...options })
    this.#services.push(service)
    return service
  }

  /** What a part of one more process works with. */
  async kernel(): Promise<Kernel> {
    return openKernel(await this.#options())
  }

  async #options(): Promise<ServiceOptions> {
    const quiet = quietStore(await this.#context.open({ testClock: () => this.clock.now() }))
    this.#stores.push(quiet)
    return { store: quiet.store, dataKey: TEST_DATA_KEY, clock: this.clock, log: this.#log.log }
  }

  /** Submits a production application of a business of this name; its AppId. */
  async submit(corporateName = 'Harbor Cycle Repair LLC', key?: string): Promise<string> {
    const { body } = await this.partner.submit(llcValues({ corporateName }), key === undefined ? {} : { key })
    assert.equal(body['Status'], 'Success', JSON.stringify(body))
    return String(body['AppId'])
  }

  /** Submits one at a process where a partner of its own comes in. */
  async submitAt(service: Service): Promise<string> {
    const { body } = await (await Partner.join(service, 'At one process')).submit(llcValues())
    return String(body['AppId'])
  }

  /** The status of an application. */
  async status(appId: string): Promise<string | undefined> {
    return (await this.partner.service.boarding.applications.find(appId))?.status
  }

  /** Waits until no process waits for the database. */
  async quiet(): Promise<void> {
    do await turn()
    while (this.#stores.some(({ awaited }) => awaited()))
  }

  /** Lets a long time pass in steps of a second or more. */
  async later(ms: number, stepMs = ms): Promise<void> {
    for (let passed = 0; passed < ms; passed += stepMs) {
      this.clock.jump(Math.max(0, stepMs - 1_000))
      for (let quarter = 0; quarter < 4; quarter += 1) {
        await this.clock.advance(250)
        await this.quiet()
      }
    }
  }

  /** Moves the clock, with real time for the database, until it is so. */
  async until(done: () => boolean | Promise<boolean>): Promise<void> {
    const giveUpAt = performance.now() + 60_000
    while (!(await done())) {
      if (performance.now() > giveUpAt) assert.fail('what the test waits for did not happen')
      await this.clock.advance(250)
      await this.quiet()
    }
  }

  /** Stops all processes. */
  async stop(): Promise<void> {
    let stopped = false
    const stopping = Promise.all(this.#services.map((service) => service.close()))
    void stopping.then(() => (stopped = true))
    await this.until(() => stopped)
    await stopping
  }
}
