/** Test harness for submitted applications, with a controllable processor and clock. */
import assert from 'node:assert/strict'
import type { ApplicationValues } from '@tapboard/contract'
import { ManualClock, turn, type EngineContext } from '@tapboard/store/testing'
import type { OnboardingProcessor, ProcessorAnswer } from '../boarding/processor/processor.ts'
import { createScriptedProcessor } from '../boarding/processor/scripted-processor.ts'
import { openKernel, type ServiceOptions } from '../app/open-kernel.ts'
import type { Kernel } from '../kernel.ts'
import { TIMINGS, type Log, type LogFields } from '../ports.ts'
import type { Tables } from '../schema/schema.ts'
import { createService, type Service } from '../app/service.ts'
import { llcValues, TEST_DATA_KEY } from './application.ts'
import { Partner } from './boarding.ts'
import { quietStore, type QuietStore } from './quiet.ts'

interface Line extends LogFields {
  readonly level: 'info' | 'warn' | 'error'
  readonly message: string
}

/** Creates a log that captures its lines. */
export function capturedLog(): { readonly log: Log; readonly lines: Line[] } {
  const lines: Line[] = []
  const keep = (level: Line['level']) => (fields: LogFields, message: string) =>
    void lines.push({ level, message, ...fields })
  return { log: { info: keep('info'), warn: keep('warn'), error: keep('error') }, lines }
}

/** An acceptance with the next poll after a minute. */
export const TAKEN: ProcessorAnswer = {
  type: 'taken',
  processorReference: 'p-1',
  status: 'received',
  askInMs: 60_000,
}

/** A controllable processor that records its requests. */
class TestProcessor implements OnboardingProcessor {
  /** AppIds of all submissions, in order. */
  readonly sent: string[] = []
  /** Kind and co-brand of all submissions, in order. */
  readonly kinds: { readonly sandbox: boolean; readonly coBrandId: string }[] = []
  readonly asked: string[] = []
  /** Values of all submissions, in order. */
  readonly values: ApplicationValues[] = []
  onSend: (appId: string) => ProcessorAnswer | Promise<ProcessorAnswer> = () => TAKEN
  onAsk: (appId: string) => ProcessorAnswer | Promise<ProcessorAnswer> = () => TAKEN

  /** Records a submission and answers with `onSend`. */
  async submit(application: Parameters<OnboardingProcessor['submit']>[0]): Promise<ProcessorAnswer> {
    const values = await application.values()
    this.sent.push(application.appId)
    this.kinds.push({ sandbox: application.sandbox, coBrandId: application.coBrandId })
    this.values.push(values)
    return this.onSend(application.appId)
  }

  /** Records a status request and answers with `onAsk`. */
  async read({ appId }: Parameters<OnboardingProcessor['read']>[0]): Promise<ProcessorAnswer> {
    this.asked.push(appId)
    return this.onAsk(appId)
  }
}

/** A partner, a processor, and any number of service processes on one database. */
export class BoardingHarness {
  readonly clock = new ManualClock()
  readonly processor = new TestProcessor()
  readonly lines: Line[] = []
  partner!: Partner
  #context: EngineContext<Tables>
  readonly #log = capturedLog()
  readonly #stores: QuietStore<Tables>[] = []
  readonly #services: Service[] = []

  private constructor(context: EngineContext<Tables>) {
    this.#context = context
    this.lines = this.#log.lines
  }

  /** Creates a partner on a process that has not started: it answers requests but forwards nothing. */
  static async with(context: EngineContext<Tables>): Promise<BoardingHarness> {
    const harness = new BoardingHarness(context)
    harness.partner = await Partner.join(await harness.process())
    return harness
  }

  /** Starts another process with the test processor in production and the script in the sandbox. */
  process(options: Partial<ServiceOptions> = {}): Promise<Service> {
    const sandboxProcessor = createScriptedProcessor(TIMINGS.sandboxStepMs)
    return this.processWithout({ processor: this.processor, sandboxProcessor, ...options })
  }

  /** Starts another process without a production processor. */
  async processWithout(options: Partial<ServiceOptions> = {}): Promise<Service> {
    const service = await createService({ ...(await this.#options()), ...options })
    this.#services.push(service)
    return service
  }

  /** Opens the kernel of another process. */
  async kernel(): Promise<Kernel> {
    return openKernel(await this.#options())
  }

  async #options(): Promise<ServiceOptions> {
    const quiet = quietStore(await this.#context.open({ testClock: () => this.clock.now() }))
    this.#stores.push(quiet)
    return { store: quiet.store, dataKey: TEST_DATA_KEY, clock: this.clock, log: this.#log.log }
  }

  /** Submits a production application with this legal name; returns its AppId. */
  async submit(corporateName = 'Harbor Cycle Repair LLC', key?: string): Promise<string> {
    const { body } = await this.partner.submit(llcValues({ corporateName }), key === undefined ? {} : { key })
    assert.equal(body['Status'], 'Success', JSON.stringify(body))
    return String(body['AppId'])
  }

  /** Submits an application of a new partner at one process. */
  async submitAt(service: Service): Promise<string> {
    const { body } = await (await Partner.join(service, 'At one process')).submit(llcValues())
    return String(body['AppId'])
  }

  /** Reads the status of an application. */
  async status(appId: string): Promise<string | undefined> {
    return (await this.partner.service.boarding.applications.find(appId))?.status
  }

  /** Waits until no database call is pending. */
  async quiet(): Promise<void> {
    do await turn()
    while (this.#stores.some(({ busy }) => busy()))
  }

  /** Advances the clock in steps of a second or more. */
  async later(ms: number, stepMs = ms): Promise<void> {
    for (let passed = 0; passed < ms; passed += stepMs) {
      this.clock.jump(Math.max(0, stepMs - 1_000))
      for (let quarter = 0; quarter < 4; quarter += 1) {
        await this.clock.advance(250)
        await this.quiet()
      }
    }
  }

  /** Advances the clock until the condition holds, with real time for the database. */
  async until(done: () => boolean | Promise<boolean>): Promise<void> {
    const giveUpAt = performance.now() + 60_000
    while (!(await done())) {
      if (performance.now() > giveUpAt) assert.fail('the expected condition did not occur')
      await this.clock.advance(250)
      await this.quiet()
    }
  }

  async stop(): Promise<void> {
    let stopped = false
    const stopping = Promise.all(this.#services.map((service) => service.close()))
    void stopping.then(() => (stopped = true))
    await this.until(() => stopped)
    await stopping
  }
}
