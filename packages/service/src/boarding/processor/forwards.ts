// Forwards every application to its processor and follows its status (D-26). A row per application is written
// in the transaction of the application, sent until accepted, and polled until the status is final. Rows are
// never given up; leases distribute them among processes.
import {
  createDeliverer,
  isStoreUnavailable,
  newOutboxRow,
  sqlOutbox,
  type Deliverer,
  type DeliveryChanges,
  type DeliveryHandler,
  type DeliveryResult,
} from '@tapboard/store'
import { createOutageLog } from '@tapboard/server'
import type { Kernel } from '../../kernel.ts'
import type { TransactionHook, ApplicationRepository } from '../applications.ts'
import { FORWARD, type ForwardRow } from '../../schema/boarding-outbox.ts'
import { isFinal } from '../status/moves.ts'
import type { StatusUpdater } from '../status/status-updater.ts'
import type { ForwardedApplication, OnboardingProcessor, ProcessorAnswer } from './processor.ts'
import type { ApplicationRow } from '../../schema/boarding.ts'

/** Processors by kind of application; `null`: not configured, the applications wait. */
interface Processors {
  readonly sandbox: OnboardingProcessor | null
  readonly production: OnboardingProcessor | null
}

interface ForwardsDeps {
  readonly kernel: Kernel
  readonly applications: Pick<ApplicationRepository, 'read' | 'open'>
  readonly statusUpdater: StatusUpdater
  readonly processors: Processors
}

/** Concurrent requests per processor in this process. */
const CONCURRENCY = 8

/**
 * Shorter than the lease of a row, so that no other process sends it meanwhile; longer than the HTTP
 * processor's timeout.
 */
const ATTEMPT_MS = 20_000

/** Writes the forwarding row of a new application in its transaction. */
export const forward: TransactionHook = async (trx, row) => {
  await trx
    .insertInto('service_forward')
    .values(
      FORWARD.toColumns({
        ...newOutboxRow(row.id, row.createdAtMs),
        processor: row.sandbox ? 'sandbox' : 'production',
        step: 'send',
        processorReference: null,
        takenAtMs: null,
      }),
    )
    .execute()
}

/** A custom processor may ignore the signal or never answer; the limit keeps it from blocking a stop or a slot. */
async function withinLimit(
  clock: Kernel['clock'],
  answering: Promise<ProcessorAnswer>,
  signal: AbortSignal,
): Promise<ProcessorAnswer> {
  let end = (): void => {}
  const limit = new Promise<ProcessorAnswer>((resolve) => {
    const resolveWith = (code: string) => () => resolve({ type: 'unknown', code })
    const stopped = resolveWith('processor-stopped')
    const cancel = clock.after(ATTEMPT_MS, resolveWith('processor-timeout'))
    signal.addEventListener('abort', stopped, { once: true })
    end = () => {
      cancel()
      signal.removeEventListener('abort', stopped)
    }
  })
  try {
    return await Promise.race([answering, limit])
  } finally {
    end()
  }
}

/** Sends the applications of one processor and polls their status. */
class ForwardHandler {
  readonly #kernel: Kernel
  readonly #applications: ForwardsDeps['applications']
  readonly #statusUpdater: StatusUpdater
  readonly #processor: OnboardingProcessor

  constructor({ kernel, applications, statusUpdater }: ForwardsDeps, processor: OnboardingProcessor) {
    this.#kernel = kernel
    this.#applications = applications
    this.#statusUpdater = statusUpdater
    this.#processor = processor
  }

  /** Makes one attempt for a row. */
  async attempt(row: ForwardRow, signal: AbortSignal): Promise<DeliveryResult> {
    const application = await this.#applications.read(row.id)
    // An operator has withdrawn or decided it.
    if (application === null || isFinal(application.status)) return { ok: true }
    const answer = await this.#ask(application, row, signal)
    if (answer.type !== 'taken') return { ok: false, code: answer.code, refused: answer.type === 'refused' }
    const status = await this.#follow(application, answer)
    const set: DeliveryChanges = {
      step: 'ask',
      processorReference: answer.processorReference ?? row.processorReference,
      takenAtMs: row.takenAtMs ?? (await this.#kernel.store.now()),
    }
    return isFinal(status) || answer.askInMs === null
      ? { ok: true, set }
      : { ok: true, set, againInMs: answer.askInMs }
  }

  async #ask(application: ApplicationRow, row: ForwardRow, signal: AbortSignal): Promise<ProcessorAnswer> {
    const { clock, store } = this.#kernel
    try {
      if (row.step === 'send') {
        const forwarded = await this.#forwarded(application)
        return await withinLimit(clock, this.#processor.submit(forwarded, signal), signal)
      }
      const takenForMs = (await store.now()) - (row.takenAtMs ?? 0)
      const taken = {
        appId: row.id,
        corporateName: application.corporateName,
        processorReference: row.processorReference,
        status: application.status,
        takenForMs,
      }
      return await withinLimit(clock, this.#processor.read(taken, signal), signal)
    } catch (error) {
      if (isStoreUnavailable(error)) throw error
      // Decryption failed, or a custom processor threw: an error of this application only.
      return { type: 'refused', code: error instanceof Error ? error.name : 'fault' }
    }
  }

  async #forwarded(row: ApplicationRow): Promise<ForwardedApplication> {
    const tier = await this.#kernel.store.db
      .selectFrom('service_tier')
      .select('cobrand_id')
      .where('id', '=', row.tierId)
      .executeTakeFirstOrThrow()
    return {
      appId: row.id,
      reference: row.reference,
      tierName: row.tierName,
      sandbox: row.sandbox,
      coBrandId: tier.cobrand_id,
      corporateName: row.corporateName,
      agentId: row.agentId,
      agentName: row.agentName,
      agentEmail: row.agentEmail,
      submittedAtMs: row.createdAtMs,
      values: () => this.#applications.open(row),
    }
  }

  /** Applies the processor's status; returns the resulting status. */
  async #follow(
    application: ApplicationRow,
    answer: ProcessorAnswer & { readonly type: 'taken' },
  ): Promise<ApplicationRow['status']> {
    // An application starts as received, so this status is no change.
    if (answer.status === null || answer.status === 'received') return application.status
    const moved = await this.#statusUpdater.move(application.id, answer.status)
    if (moved.type !== 'refused') return answer.status
    this.#kernel.log.warn(
      { appId: application.id, state: answer.status, code: 'move-refused' },
      'a processor reported a status that is not allowed next',
    )
    return moved.from
  }
}

/** Creates the deliverer of applications; it does nothing before `begin`. */
export function createForwards(deps: ForwardsDeps): Deliverer {
  const { kernel, processors } = deps
  const { store, log } = kernel
  const handlerOf = (processor: OnboardingProcessor | null): DeliveryHandler<ForwardRow> | null => {
    if (processor === null) return null
    const handler = new ForwardHandler(deps, processor)
    return (row, signal) => handler.attempt(row, signal)
  }
  const handlers = {
    sandbox: handlerOf(processors.sandbox),
    production: handlerOf(processors.production),
  }
  const ours = (['sandbox', 'production'] as const).filter((name) => handlers[name] !== null)
  const outage = createOutageLog({
    name: 'forwards',
    failed: 'the applications to forward could not be read; retrying',
    works: 'the applications to forward are read again',
    log,
    clock: kernel.clock,
  })
  return createDeliverer<ForwardRow>({
    outbox: sqlOutbox(store, {
      table: 'service_forward',
      mapper: FORWARD,
      states: { column: 'processor', values: ours },
    }),
    receiverOf: ({ processor }) => processor,
    handlerFor: ({ processor }) => handlers[processor],
    retryForMs: Number.POSITIVE_INFINITY,
    unknownCode: 'processor-not-configured',
    concurrencyPerReceiver: CONCURRENCY,
    clock: kernel.clock,
    random: kernel.random,
    instance: kernel.instance,
    log: {
      attempted({ id: appId, step }, { outcome, code, attempts }) {
        if (outcome === 'failed')
          log.warn(
            { appId, attempts, ...(code === undefined ? {} : { code }) },
            step === 'send'
              ? 'forwarding an application failed; retrying'
              : 'polling the processor failed; retrying',
          )
        else if (step === 'send') log.info({ appId, attempts }, 'the processor accepted an application')
      },
      fault(code, row) {
        if (row === null) return outage.failed(code)
        log.warn({ code, appId: row.id }, 'the result of forwarding could not be stored; retrying')
      },
      works: () => outage.works(),
      abandoned() {},
    },
  })
}
