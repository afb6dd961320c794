// Brings every application to its processor and back what became of it (D-26): a row for each, written with the application,
// sent until it is taken, asked about until the status is final. Nothing is given up; leases let processes share the work.
import {
  createDeliverer,
  isStoreUnavailable,
  newOutboxRow,
  sqlOutbox,
  type Columns,
  type Deliverer,
  type DeliveryHandler,
  type DeliveryResult,
} from '@tapboard/store'
import type { Kernel } from '../../ports.ts'
import type { AlongWith, ApplicationRow, ApplicationStore } from '../applications.ts'
import type { ForwardTable } from '../outbox-schema.ts'
import { isFinal } from '../status/moves.ts'
import type { StatusDesk } from '../status/status-desk.ts'
import type { ForwardedApplication, OnboardingProcessor, ProcessorAnswer } from './processor.ts'

/** Who decides about which applications; `null`: nobody yet, they wait. */
export interface Processors {
  readonly sandbox: OnboardingProcessor | null
  readonly production: OnboardingProcessor | null
}

/** What bringing applications needs. */
export interface ForwardsConfig {
  readonly kernel: Kernel
  readonly applications: Pick<ApplicationStore, 'read' | 'open'>
  readonly desk: StatusDesk
  readonly processors: Processors
}

/** Applications on their way to one processor at once in this process. */
const AT_ONCE = 8

/** Shorter than the lease of a row, so that nobody else sends it meanwhile; the HTTP processor's own end comes first. */
const TRY_MS = 20_000

/** Writes the row of a new application, in its transaction. */
export const forward: AlongWith = async (trx, row) => {
  await trx
    .insertInto('service_forward')
    .values({
      ...newOutboxRow(row.id, row.created_at_ms),
      processor: row.sandbox === 1 ? 'sandbox' : 'production',
      step: 'send',
      processor_reference: null,
      taken_at_ms: null,
    })
    .execute()
}

/** Makes the deliverer of applications; nothing is sent before `begin`. */
export function createForwards({ kernel, applications, desk, processors }: ForwardsConfig): Deliverer {
  const { store, log } = kernel

  const forwarded = async (row: ApplicationRow): Promise<ForwardedApplication> => {
    const tier = await store.db
      .selectFrom('service_tier')
      .select('cobrand_id')
      .where('id', '=', row.tier_id)
      .executeTakeFirstOrThrow()
    return {
      appId: row.id,
      reference: row.reference,
      tierName: row.tier_name,
      coBrandId: tier.cobrand_id,
      corporateName: row.corporate_name,
      agentId: row.agent_id,
      agentName: row.agent_name,
      agentEmail: row.agent_email,
      submittedAtMs: row.created_at_ms,
      values: () => applications.open(row),
    }
  }

  /** A processor of the host's own may forget the signal, or never answer: neither holds up a stop or a place. */
  const bounded = async (
    answering: Promise<ProcessorAnswer>,
    signal: AbortSignal,
  ): Promise<ProcessorAnswer> => {
    let end = (): void => {}
    const late = new Promise<ProcessorAnswer>((resolve) => {
      const give = (code: string) => () => resolve({ type: 'unknown', code })
      const stopped = give('processor-stopped')
      const cancel = kernel.clock.after(TRY_MS, give('processor-timeout'))
      signal.addEventListener('abort', stopped, { once: true })
      end = () => {
        cancel()
        signal.removeEventListener('abort', stopped)
      }
    })
    try {
      return await Promise.race([answering, late])
    } finally {
      end()
    }
  }

  const ask = async (
    processor: OnboardingProcessor,
    application: ApplicationRow,
    row: ForwardTable,
    signal: AbortSignal,
  ): Promise<ProcessorAnswer> => {
    try {
      if (row.step === 'send')
        return await bounded(processor.submit(await forwarded(application), signal), signal)
      const takenForMs = (await store.now()) - (row.taken_at_ms ?? 0)
      const taken = {
        appId: row.id,
        corporateName: application.corporate_name,
        processorReference: row.processor_reference,
        status: application.status,
        takenForMs,
      }
      return await bounded(processor.read(taken, signal), signal)
    } catch (error) {
      if (isStoreUnavailable(error)) throw error
      // A value that cannot be opened, or a fault of a processor of the host's own: a matter of this application.
      return { type: 'refused', code: error instanceof Error ? error.name : 'fault' }
    }
  }

  /** Moves the application as the processor says; the status it has afterwards. */
  const follow = async (
    application: ApplicationRow,
    answer: ProcessorAnswer & { readonly type: 'taken' },
  ): Promise<ApplicationRow['status']> => {
    // It is received here from the beginning, and a processor that says so says nothing new.
    if (answer.status === null || answer.status === 'received') return application.status
    const moved = await desk.move(application.id, answer.status)
    if (moved.type !== 'refused') return answer.status
    log.warn(
      { appId: application.id, state: answer.status, code: 'move-refused' },
      'a processor asked for a status that cannot follow',
    )
    return moved.from
  }

  const teller =
    (processor: OnboardingProcessor): DeliveryHandler<ForwardTable> =>
    async (row, signal): Promise<DeliveryResult> => {
      const application = await applications.read(row.id)
      // Withdrawn or decided by hand: there is nothing to ask any more.
      if (application === null || isFinal(application.status)) return { ok: true }
      const answer = await ask(processor, application, row, signal)
      if (answer.type !== 'taken') return { ok: false, code: answer.code, refused: answer.type === 'refused' }
      const status = await follow(application, answer)
      const set: Columns = {
        step: 'ask',
        processor_reference: answer.processorReference ?? row.processor_reference,
        taken_at_ms: row.taken_at_ms ?? (await store.now()),
      }
      return isFinal(status) || answer.askInMs === null
        ? { ok: true, set }
        : { ok: true, set, againInMs: answer.askInMs }
    }

  const tellers = {
    sandbox: processors.sandbox === null ? null : teller(processors.sandbox),
    production: processors.production === null ? null : teller(processors.production),
  }
  const ours = (['sandbox', 'production'] as const).filter((name) => tellers[name] !== null)
  return createDeliverer<ForwardTable>({
    outbox: sqlOutbox(store, { table: 'service_forward', states: { column: 'processor', values: ours } }),
    receiverOf: ({ processor }) => processor,
    handlerFor: ({ processor }) => tellers[processor],
    retryForMs: Number.POSITIVE_INFINITY,
    unknownCode: 'processor-not-configured',
    concurrencyPerReceiver: AT_ONCE,
    clock: kernel.clock,
    random: kernel.random,
    instance: kernel.instance,
    log: {
      attempted({ id: appId, step }, { outcome, code, attempts }) {
        if (outcome === 'failed')
          log.warn(
            { appId, attempts, ...(code === undefined ? {} : { code }) },
            step === 'send'
              ? 'an application could not be brought to the processor; trying again'
              : 'the processor could not be asked about an application; trying again',
          )
        else if (step === 'send') log.info({ appId, attempts }, 'the processor has an application')
      },
      fault: (code, row) =>
        log.warn(
          { code, ...(row === null ? {} : { appId: row.id }) },
          'what became of an application on its way could not be noted; trying again',
        ),
      abandoned() {},
    },
  })
}
