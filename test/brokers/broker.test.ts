// The modules of the documentation that carry notices over Redis and NATS, against real servers. Without a server on this machine a note
// says so; with CI=true, where `.ci/run` installs it, that is a failure.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ClosableNotices } from '@tapboard/server/node'
import { openStore, type Store, type Wakeup } from '@tapboard/store'
import { openBroker, PROGRAMS, type Broker, type BrokerKind } from '../kit/broker.ts'
import { findProgram } from '../kit/find-program.ts'
import { createDatabase, withPostgres } from '../kit/postgres.ts'
import { scope, type Closing } from '../kit/scope.ts'
import { until } from '../kit/until.ts'

/** A process of a cluster, as far as notices are concerned. */
interface Member {
  readonly store: Store<unknown>
  /** The payloads that it received, and `resync`. */
  readonly words: string[]
}

/** The module with connections of its own, as another process imports it. */
async function load(kind: BrokerKind, name: string): Promise<ClosableNotices> {
  const url = new URL(`./${kind}-notices.ts?${name}`, import.meta.url)
  return ((await import(url.href)) as { readonly default: ClosableNotices }).default
}

async function open(closing: Closing, notices: ClosableNotices, databaseUrl: string): Promise<Member> {
  const store = await openStore<unknown>(databaseUrl, { notices, log: { warn() {} } })
  closing.after(() => notices.close?.())
  closing.after(() => store.close())
  const words: string[] = []
  await store.listen('sale', (wakeup: Wakeup) => {
    words.push(wakeup.type === 'notice' ? wakeup.payload : 'resync')
  })
  return { store, words }
}

const heard = ({ words }: Member, word: string): Promise<true> =>
  until(`${word} arrives`, () => words.includes(word))

/** Repeats a word until all receivers have it: on a busy machine a member may say that it listens before it has subscribed. */
const say = (member: Member, word: string, receivers: readonly Member[]): Promise<true> =>
  until(`${word} arrives`, async () => {
    await member.store.notify('sale', word)
    return receivers.every(({ words }) => words.includes(word))
  })

/** Two members hear each other, also after the server was away. */
async function restart(members: readonly [Member, Member], broker: Broker): Promise<void> {
  const [one, other] = members
  await say(one, 'first', members)
  await say(other, 'second', members)
  await broker.stop()
  await one.store.notify('sale', 'while away')
  await heard(one, 'while away')
  // A subscription that took more than a second ended with a resync, too.
  for (const { words } of members) words.length = 0
  await broker.start()
  // A text may arrive before the other one has subscribed again. Both read their rows again after they have.
  await heard(one, 'resync')
  await heard(other, 'resync')
  await say(other, 'afterwards', [one])
}

/** Opens members with modules of their own on one database and one running broker. */
interface Stage {
  readonly broker: Broker
  /** A member with the module `name`, until `owner` ends, or the test. */
  member(name: string, owner?: Closing): Promise<Member>
}

const withBroker = (kind: BrokerKind, program: string, run: (stage: Stage) => Promise<void>): Promise<void> =>
  withPostgres(async (serverUrl) => {
    const closing = scope()
    try {
      const database = await createDatabase(serverUrl)
      closing.after(() => database.drop())
      const broker = await openBroker(closing, kind, program)
      Object.assign(process.env, broker.environment)
      const member: Stage['member'] = async (name, owner = closing) =>
        open(owner, await load(kind, name), database.url)
      await run({ broker, member })
    } finally {
      await closing.end()
    }
  })

for (const kind of ['redis', 'nats'] as const) {
  const program = findProgram(PROGRAMS[kind])
  test(`${kind}: is on this machine where all tests run`, () => {
    assert.ok(program !== null || process.env['CI'] !== 'true', `install ${PROGRAMS[kind]}`)
  })
  if (program === null) {
    console.log(`note: ${PROGRAMS[kind]} is not on this machine; its tests do not run`)
    continue
  }
  test(`D-202 ${kind} carries notices from one process to the other, also after its restart`, () =>
    withBroker(kind, program, async ({ broker, member }) =>
      restart([await member('one'), await member('other')], broker),
    ))

  test(`D-202 a broker of ${kind} that starts after the program is used, and one that never starts lets it end`, () =>
    withBroker(kind, program, async ({ broker, member }) => {
      await broker.stop()
      const early = await member('early')
      const ended = scope()
      const never = await member('never', ended)
      await never.store.notify('sale', 'own')
      await heard(never, 'own')
      await ended.end()
      await broker.start()
      await heard(early, 'resync')
      const late = await member('late')
      await say(late, 'late', [early])
    }))
}
