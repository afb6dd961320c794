// What happens to an application after its submission, put together: on its way to its processor, from one status to the
// next, and to the partner's webhook. Rows are written with the application and its moves; a notice only saves waiting.
import { createOutbound } from '#runtime'
import { fetchOutbound, type Fetch } from '../http/fetch-outbound.ts'
import type { Kernel } from '../ports.ts'
import { openWebhookTargets, type WebhookTargets } from '../webhook/target.ts'
import { announce, createWebhooks } from '../webhook/webhooks.ts'
import { ApplicationStore, type AlongWith } from './applications.ts'
import { createForwards, forward } from './processor/forwards.ts'
import { createHttpProcessor, type ProcessorAddress } from './processor/http-processor.ts'
import type { OnboardingProcessor } from './processor/processor.ts'
import { createScriptedProcessor } from './processor/scripted-processor.ts'
import { createStatusDesk, type StatusDesk } from './status/status-desk.ts'

/** Who decides, and where webhooks may go. */
export interface FollowUpOptions {
  /** Decides about production applications: its address, or one of the host's own. Without one they wait as `received`. */
  readonly processor?: ProcessorAddress | OnboardingProcessor
  /** Decides about sandbox applications. Default: by the end of the legal name. */
  readonly sandboxProcessor?: OnboardingProcessor
  /** Webhooks may go to loopback and private addresses too. Default false: a partner's URL reaches nothing inside. */
  readonly privateWebhooks?: boolean
  /** How requests to processor and webhooks leave. Default: on Node its own sockets, elsewhere the runtime's `fetch`. */
  readonly fetch?: Fetch
}

/** Follows applications. */
export interface FollowUp {
  /** The applications; a new one is on its way with its first row. */
  readonly applications: ApplicationStore
  readonly desk: StatusDesk
  readonly targets: WebhookTargets
  /** Begins to bring applications and to tell partners. */
  start(): Promise<void>
  /** Ends both; what is left, the next process does. */
  stop(): Promise<void>
}

/** Notices that rows were written; `f` and `w` are all they say. */
const CHANNEL = 'service_boarding'

/** Makes all of it; nothing is sent before `start`. */
export function createFollowUp(kernel: Kernel, options: FollowUpOptions): FollowUp {
  const { store, clock, timings } = kernel
  const { processor: given, privateWebhooks = false } = options
  const { fetch } = options
  const wayOut = fetch === undefined ? createOutbound : fetchOutbound(fetch)
  const open = wayOut(clock, { publicOnly: false })
  const guarded = wayOut(clock, { publicOnly: !privateWebhooks })
  const production =
    given === undefined ? null : 'url' in given ? createHttpProcessor(given, open, clock) : given
  const sandbox = options.sandboxProcessor ?? createScriptedProcessor(timings.sandboxStepMs)

  const noticed =
    (write: AlongWith, notice: string): AlongWith =>
    async (trx, row) => {
      await write(trx, row)
      await store.notify(CHANNEL, notice)
    }
  const created: AlongWith = async (trx, row) => {
    await noticed(forward, 'f')(trx, row)
    if (row.sandbox === 0 && production === null)
      kernel.log.warn(
        { appId: row.id, code: 'processor-not-configured' },
        'a production application waits: no processor is configured here',
      )
  }
  const applications = new ApplicationStore(kernel, created)
  const desk = createStatusDesk({ applications, announce: noticed(announce, 'w'), log: kernel.log })
  const targets = openWebhookTargets(kernel)
  const forwards = createForwards({ kernel, applications, desk, processors: { sandbox, production } })
  const webhooks = createWebhooks({ kernel, targets, outbound: guarded })
  let unlisten = async (): Promise<void> => {}

  return {
    applications,
    desk,
    targets,
    async start() {
      unlisten = await store.listen(CHANNEL, (wakeup) => {
        if (wakeup.type === 'resync' || wakeup.payload === 'f') forwards.wake()
        if (wakeup.type === 'resync' || wakeup.payload === 'w') webhooks.wake()
      })
      forwards.begin()
      webhooks.begin()
    },
    async stop() {
      await unlisten()
      await Promise.all([forwards.drain(), webhooks.drain()])
      open.close()
      guarded.close()
    },
  }
}
