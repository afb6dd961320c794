// One simulated story as data, drawn from its seed before anything runs: the upstream, the tills and cardholders, and the faults
// with their times. Leaving one part out does not change the rest (`shrink.ts`).
import { Chance } from './chance.ts'
import { restored } from './restores.ts'
import type { Cardholder, HostStep, Refund, Scenario, Tab, Till } from './story.ts'
import {
  COMMIT_FAULTS,
  DEVICE_FAULTS,
  FAILPOINTS,
  PAGE_FAULTS,
  READ_FAULTS,
  SEND_FAULTS,
  START_FAULTS,
  WRITE_FAULTS,
  type Fault,
} from './faults.ts'

/** Stories in which the upstream changes an answer. */
const LIES = 0.04

/** A story longer than the longest session and the device fence (370 s). */
const LONG_MS = 400_000

function cardholder(chance: Chance, long: boolean): Cardholder {
  const slow = chance.is(long ? 0.4 : 0.08)
  const act = chance.is(0.75) ? 'pay' : chance.of(['cancel', 'leave'])
  return {
    promptMs: chance.is(0.04)
      ? null
      : chance.is(0.04)
        ? 'lost'
        : chance.whole(20, chance.is(0.1) ? 9_000 : 400),
    act,
    afterMs: slow ? chance.whole(6_000, long ? 119_000 : 11_900) : chance.whole(300, 6_000),
    verdict: chance.is(0.65) ? 0 : chance.of([51, 5, 91, 98]),
    shownMs:
      long && chance.is(0.35) ? null : chance.is(0.1) ? chance.whole(2_000, 15_000) : chance.whole(50, 900),
  }
}

const COUNTED = [
  'send',
  'send',
  'send',
  'send',
  'read',
  'read',
  'read',
  'commit',
  'commit',
  'page',
  'device',
] as const
const OTHERS = [
  'crash',
  'crash',
  'failpoint',
  'failpoint',
  'freeze',
  'store',
  'store',
  'notice',
  'clock',
  'start',
] as const

const sendFault = (chance: Chance, kind: (typeof SEND_FAULTS)[number]): Fault => {
  const again = (kind === 'refused' || kind === 'busy') && chance.is(0.3)
  return {
    at: 'send',
    nth: again ? 1 : chance.whole(1, 2),
    count: again ? 4 : 1,
    kind,
    ms: chance.whole(500, 9_000),
  }
}

/** The periods that fit into a story of this length. */
function spellsOf(chance: Chance, lengthMs: number): readonly Fault[] {
  if (lengthMs < 60_000) return []
  const lost = sendFault(chance, chance.of(['request lost', 'server error before', 'reset']))
  if (lengthMs < LONG_MS)
    return chance.of([
      [{ at: 'failpoint', name: 'created', nth: 1, downMs: chance.whole(58_000, 75_000) }],
      [lost],
      [],
    ])
  const kinds = [
    'missing',
    'missing',
    'unknown word',
    'unknown word',
    'html',
    'refused',
    'other amount',
  ] as const
  const dark = (kind: (typeof READ_FAULTS)[number], nth: number): Fault => ({
    at: 'read',
    nth,
    count: 400,
    kind,
  })
  if (chance.is(0.25)) return [lost, dark(chance.of(['html', 'refused']), 1)]
  return chance.is(0.7) ? [dark(chance.of(kinds), chance.whole(2, 8))] : []
}

function faultOf(chance: Chance, processes: number, lengthMs: number): Fault {
  const at = chance.is(0.6) ? chance.of(COUNTED) : chance.of(OTHERS)
  const process = chance.whole(0, processes - 1)
  const fromMs = chance.whole(0, Math.min(lengthMs, 30_000))
  switch (at) {
    case 'send':
      return sendFault(chance, chance.of(SEND_FAULTS))
    case 'read': {
      const kind = chance.of(READ_FAULTS)
      const count = kind === 'unpaid once' ? 1 : chance.of([1, 1, 2, 5, 30, 300])
      return { at, nth: chance.whole(1, kind === 'unpaid once' ? 4 : 8), count, kind }
    }
    case 'device':
      return { at, nth: chance.whole(1, 2), kind: chance.of(DEVICE_FAULTS) }
    case 'page':
      return { at, nth: chance.whole(1, 6), kind: chance.of(PAGE_FAULTS) }
    case 'commit':
      return { at, nth: chance.whole(1, 9), kind: chance.of(COMMIT_FAULTS), ms: chance.whole(500, 4_000) }
    case 'crash':
      return {
        at,
        process,
        step: chance.whole(1, chance.is(0.7) ? 30 : 120),
        downMs: chance.whole(100, 20_000),
      }
    case 'failpoint':
      return { at, name: chance.of(FAILPOINTS), nth: chance.whole(1, 2), downMs: chance.whole(100, 20_000) }
    case 'freeze':
      return { at, process, step: chance.whole(1, 60), forMs: chance.whole(2_000, 40_000) }
    case 'store':
      return { at, process: chance.is(0.5) ? -1 : process, fromMs, forMs: chance.whole(300, 25_000) }
    case 'start': {
      const ms = chance.of([
        chance.whole(1_000, 14_900),
        chance.whole(15_000, 40_000),
        chance.whole(20_000, 300_000),
      ])
      return { at, nth: chance.whole(1, 2), count: chance.of([1, 8, 8]), kind: chance.of(START_FAULTS), ms }
    }
    case 'notice':
      return { at, fromMs, forMs: 60_000 }
    case 'clock':
      return { at, process, atMs: fromMs, jumpMs: chance.of([-3_600_000, -20_000, 20_000, 3_600_000]) }
  }
}

function tabsOf(chance: Chance, processes: number, device: number): Tab[] {
  const tab = (key: Tab['key'], other: number): Tab => ({
    startMs: chance.is(0.5) ? chance.whole(0, 40) : chance.whole(0, 4_000),
    process: chance.whole(0, processes - 1),
    key,
    device: other,
    cancelMs: chance.is(0.12) ? chance.whole(300, 9_000) : null,
    presses: chance.whole(1, 3),
    againMs: 0,
    page: key === 'derived' && chance.is(0.6),
  })
  const first = tab('derived', device)
  if (chance.is(0.55)) return [first]
  const key = chance.of(['derived', 'derived', 'own', 'changed'])
  return [first, tab(key, key === 'derived' ? device : chance.of([device, device + 10]))]
}

/** Stories in which a paid order is refunded. */
const REFUNDED = 0.12

/** The refunds of an order. Drawn from separate numbers, so the rest of the story does not change. */
function refundsOf(chance: Chance, processes: number): Refund[] {
  if (!chance.is(REFUNDED)) return []
  return Array.from({ length: chance.of([1, 2, 2, 3]) }, (): Refund => ({
    reference: chance.of(['first', 'first', 'second']),
    share: chance.of([1, 0.6, 0.5]),
    attempts: chance.whole(1, 2),
    tab: {
      startMs: chance.whole(0, 4_000),
      process: chance.whole(0, processes - 1),
      key: 'derived',
      device: chance.whole(0, 2),
      cancelMs: chance.is(0.1) ? chance.whole(300, 9_000) : null,
      presses: chance.whole(1, 3),
      againMs: 0,
      page: false,
    },
  }))
}

/** Orders whose host withdraws or changes its grant. */
const REGRANTED = 0.08

/** The steps of the host, many of them while a page starts. Drawn from separate numbers, so the rest of the story does not change. */
function hostOf(chance: Chance, tabs: readonly Tab[]): HostStep[] {
  if (!chance.is(REGRANTED)) return []
  return Array.from({ length: chance.whole(1, 3) }, (): HostStep => ({
    atMs:
      (tabs[chance.whole(0, tabs.length - 1)]?.startMs ?? 0) +
      (chance.is(0.7) ? chance.whole(0, 400) : chance.whole(0, 12_000)),
    act: chance.is(0.6) ? 'withdraws' : 'supersedes',
    againMs: chance.is(0.7) ? chance.whole(0, 6_000) : null,
  }))
}

/** The story of a seed. */
export function scenarioOf(seed: number): Scenario {
  const chance = new Chance(seed)
  const repeat = chance.of(['unknown', 'unknown', 'refuses', 'replays'])
  const lookup = chance.of(['none', 'authoritative'])
  const dedupes =
    repeat === 'refuses'
      ? 'refuse'
      : repeat === 'replays'
        ? 'replay'
        : lookup === 'authoritative'
          ? 'refuse'
          : chance.of(['none', 'none', 'refuse', 'replay'])
  const long = chance.is(0.03)
  const lengthMs = long
    ? LONG_MS
    : chance.is(0.12)
      ? chance.whole(60_000, 100_000)
      : chance.whole(15_000, 35_000)
  const count = chance.is(0.55) ? 2 : 1
  const processes = Array.from({ length: count }, () => ({
    skewMs: chance.is(0.3) ? chance.of([-86_400_000, -5_000, 5_000, 86_400_000]) : 0,
    startMs: 0,
  }))
  const orders = chance.is(0.8) ? 1 : 2
  const oneDevice = chance.is(0.5)
  const tills = Array.from({ length: orders }, (_, order): Till => {
    const till = {
      amountMinor: chance.whole(1, 9_999) * 100,
      attempts: chance.is(0.7) ? 1 : chance.whole(2, 3),
      tabs: tabsOf(chance, count, oneDevice ? 0 : order),
      attests: chance.of(['truth', 'errs', 'errs', 'never']),
    } as const
    return {
      ...till,
      refunds: refundsOf(new Chance(seed ^ (0x4ef04d + order)), count),
      host: hostOf(new Chance(seed ^ (0x6a47ed + order)), till.tabs),
    }
  })
  const faults: Fault[] = [...spellsOf(chance, lengthMs)]
  const number = chance.is(0.06) ? 0 : chance.is(0.5) ? chance.whole(1, 2) : chance.whole(2, 5)
  for (let at = 0; at < number; at += 1) {
    const fault = faultOf(chance, count, lengthMs)
    // Bytes that a middlebox duplicates are charged twice where the upstream treats every repeat as a new sale. No rule can
    // prevent that.
    if (fault.at === 'send' && fault.kind === 'duplicated' && dedupes === 'none') continue
    const twice = fault.at === 'read' && fault.kind === 'unpaid once'
    if (!twice || !faults.some((one) => one.at === 'read' && one.kind === fault.kind)) faults.push(fault)
  }
  const plain: Scenario = {
    seed,
    upstream: {
      repeat,
      lookup,
      // Drawn from separate numbers, so the rest of the story does not change.
      deviceSession: new Chance(seed ^ 0x5e5510).is(0.5),
      dedupes,
      longPoll: chance.is(0.5),
      promptMs: long ? 120_000 : 12_000,
    },
    processes,
    tills,
    cardholders: Array.from({ length: 6 }, () => cardholder(chance, long)),
    faults,
    restore: null,
    storeMs: chance.is(0.75) ? 0 : chance.whole(1, 60),
    lengthMs,
  }
  const story = rare(new Chance(seed ^ 0x7a4e5), chance.is(LIES) ? withLie(chance, plain) : plain)
  return restored(new Chance(seed ^ 0x4e5707), story)
}

/** Cases that chance alone would produce too seldom. Drawn from separate numbers, so the rest of the story does not change. */
function rare(chance: Chance, story: Scenario): Scenario {
  if (chance.is(0.005)) return withReview(chance, story)
  if (story.upstream.repeat !== 'unknown' && chance.is(0.02)) return withUnsentRepeat(chance, story)
  const overtaken: Fault[] = []
  if (story.processes.length > 1 && chance.is(0.04))
    overtaken.push({ at: 'write', nth: chance.whole(1, 6), kind: chance.of(WRITE_FAULTS) })
  if (chance.is(0.04)) overtaken.push({ at: 'session', nth: chance.whole(1, 6), ms: chance.whole(20, 3_000) })
  if (story.tills.some(({ refunds }) => refunds.length > 0) && chance.is(0.25))
    overtaken.push({ at: 'read', nth: chance.whole(2, 14), count: 1, kind: 'other kind' })
  return { ...story, faults: [...story.faults, ...overtaken] }
}

/** A repeat that is not sent, after a send whose answer was lost. */
function withUnsentRepeat(chance: Chance, story: Scenario): Scenario {
  const lost = { ...sendFault(chance, chance.of(['answer lost', 'reset', 'truncated'])), nth: 1, count: 1 }
  const unsent: Fault = { at: 'send', nth: 2, count: 4, kind: 'refused', ms: 0 }
  return { ...story, faults: [...story.faults.filter(({ at }) => at === 'commit'), lost as Fault, unsent] }
}

/**
 * A review without the order lock. The first attempt was paid and reported as unpaid. The second one has the order when the truth
 * is known (a minute after the end, D-35), and ends unpaid. Then a clerk insists on a third one.
 */
function withReview(chance: Chance, story: Scenario): Scenario {
  const [till] = story.tills
  const [tab] = till?.tabs ?? []
  const [one, other, ...rest] = story.cardholders
  if (till === undefined || tab === undefined || one === undefined || other === undefined) return story
  const againMs = chance.whole(48_000, 57_000)
  const lie: Fault = { at: 'lie', session: 1, forMs: againMs + 8_000, says: 'TIMEOUT' }
  const clerk: Tab = { ...tab, key: 'derived', cancelMs: null, againMs, page: false, insists: true }
  return {
    ...story,
    tills: [{ ...till, attempts: 3, tabs: [clerk] }],
    cardholders: [
      { ...one, promptMs: 200, act: 'pay', verdict: 0 },
      { ...other, promptMs: 200, act: 'leave' },
      ...rest,
    ],
    faults: [lie],
    lengthMs: Math.max(story.lengthMs, 110_000),
  }
}

const isUnpaidOnce = (fault: Fault): boolean => fault.at === 'read' && fault.kind === 'unpaid once'

/**
 * The same story with an upstream that reports a paid session as unpaid for a while, and clerks who try again meanwhile or later.
 */
function withLie(chance: Chance, story: Scenario): Scenario {
  const lie: Fault = {
    at: 'lie',
    session: chance.is(0.8) ? 1 : 2,
    forMs: chance.whole(3_000, 40_000),
    says: chance.of(['TIMEOUT', 'USER_CANCELLED']),
  }
  const [first, ...rest] = story.cardholders
  const payer = first === undefined ? [] : [{ ...first, promptMs: 200, act: 'pay', verdict: 0 } as const]
  const again = (till: Till): Till => ({
    ...till,
    attempts: chance.whole(2, 3),
    tabs: till.tabs.map((tab) => ({ ...tab, againMs: chance.whole(0, 45_000) })),
  })
  return {
    ...story,
    tills: story.tills.map(again),
    cardholders: [...payer, ...rest],
    // A second lie at the very read before the next attempt is the residual risk of INV-5: no rule can see it.
    faults: [...story.faults.slice(0, 2).filter((one) => !isUnpaidOnce(one)), lie],
    lengthMs: Math.max(story.lengthMs, 70_000),
  }
}
