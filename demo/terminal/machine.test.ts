import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PresentedCard, ToTerminal } from '@tapboard/contract'
import { amountWords, describe } from './screen.ts'
import {
  reduce,
  RETRY_LIMIT_MS,
  switchedOff,
  type Effect,
  type Terminal,
  type TerminalEvent,
} from './machine.ts'

const card: PresentedCard = { brand: 'Visa', lastFour: '4242', kind: 'credit', entry: 'tap' }
const welcome: ToTerminal = {
  type: 'welcome',
  deviceId: 'dev_1',
  name: 'Front counter',
  make: 'A920',
  merchant: 'Harbor Cycle Repair',
  heartbeatSeconds: 10,
}
const prompt: ToTerminal = {
  type: 'prompt',
  sessionId: 's1',
  command: 'cc:sale',
  amount: '42.00',
  currency: 'USD',
  remainingMs: 120_000,
}
const booted: TerminalEvent = { type: 'timer_fired', timer: 'boot' }
const hear = (message: ToTerminal): TerminalEvent => ({ type: 'message_received', message })
const refuse = (code: Extract<ToTerminal, { type: 'refused' }>['code']): TerminalEvent =>
  hear({ type: 'refused', code, message: 'Because.' })

/** Runs events and returns the terminal with the effects of the last one. */
function run(
  start: Terminal,
  ...events: readonly TerminalEvent[]
): { terminal: Terminal; effects: readonly Effect[] } {
  return events.reduce<{ terminal: Terminal; effects: readonly Effect[] }>(
    ({ terminal }, event) => {
      const [next, effects] = reduce(terminal, event)
      return { terminal: next, effects }
    },
    { terminal: start, effects: [] },
  )
}

const said = (effects: readonly Effect[]): unknown[] =>
  effects.flatMap((effect) => (effect.do === 'say' ? [effect.message] : []))
const done = (effects: readonly Effect[]): string[] => effects.map((effect) => effect.do)

const online = run(
  switchedOff('REPAIR-0001', 'key', true),
  { type: 'switched_on' },
  booted,
  { type: 'socket_opened' },
  hear(welcome),
).terminal

test('a paired terminal sends hello with its key after booting', () => {
  const off = switchedOff('REPAIR-0001', 'key', false)
  const opened = run(off, { type: 'switched_on' }, booted)
  assert.deepEqual(opened.effects, [{ do: 'open' }])
  assert.deepEqual(said(run(opened.terminal, { type: 'socket_opened' }).effects), [
    { type: 'hello', serial: 'REPAIR-0001', terminalKey: 'key' },
  ])
  assert.equal(online.link, 'online')
  assert.equal(online.identity?.merchant, 'Harbor Cycle Repair')
})

test('a new terminal waits for its pairing code and stores its key', () => {
  const waiting = run(switchedOff('REPAIR-0009', null, false), { type: 'switched_on' }, booted)
  assert.equal(waiting.terminal.link, 'pairing')
  assert.deepEqual(waiting.effects, [])
  const given = run(waiting.terminal, { type: 'code_given', code: 'ABCD-1234' }, { type: 'socket_opened' })
  assert.deepEqual(said(given.effects), [{ type: 'hello', serial: 'REPAIR-0009', pairingCode: 'ABCD-1234' }])
  const paired = run(given.terminal, hear({ ...welcome, terminalKey: 'fresh' }))
  assert.deepEqual(done(paired.effects), ['remember_key', 'beat'])
  assert.equal(paired.terminal.terminalKey, 'fresh')
  assert.equal(paired.terminal.pairingCode, null)
})

test('a wrong code can be corrected', () => {
  const refused = run(
    switchedOff('REPAIR-0009', null, false),
    { type: 'switched_on' },
    booted,
    { type: 'code_given', code: 'NOPE' },
    { type: 'socket_opened' },
    refuse('wrong_code'),
  )
  assert.equal(refused.terminal.link, 'refused')
  assert.equal(refused.terminal.refusal?.message, 'Because.')
  assert.deepEqual(done(run(refused.terminal, { type: 'code_given', code: 'YES' }).effects), ['open'])
})

test('a key that the service no longer knows is forgotten; the page pairs the terminal again by itself', () => {
  const again = run({ ...online, link: 'connecting' }, refuse('wrong_key'))
  assert.equal(again.terminal.terminalKey, null)
  assert.equal(again.terminal.link, 'pairing')
  assert.deepEqual(done(again.effects).slice(-2), ['forget_key', 'fetch_code'])
})

test('a terminal opened in another window disconnects and can reconnect', () => {
  const replaced = run(online, refuse('replaced'))
  assert.equal(replaced.terminal.link, 'refused')
  assert.equal(replaced.terminal.terminalKey, 'key', 'the key is still good')
  assert.deepEqual(
    run(replaced.terminal, { type: 'socket_lost' }).effects,
    [],
    'it does not fight the other window',
  )
  assert.deepEqual(done(run(replaced.terminal, { type: 'taken_back' }).effects), ['open'])
})

test('a tapped card is reported once and the result is shown and acknowledged', () => {
  const asked = run(online, hear(prompt))
  assert.deepEqual(said(asked.effects), [{ type: 'prompt_shown', sessionId: 's1' }])
  const tapped = run(asked.terminal, { type: 'card_shown', card })
  assert.deepEqual(said(tapped.effects), [{ type: 'card_presented', sessionId: 's1', card }])
  assert.deepEqual(said(run(tapped.terminal, { type: 'card_shown', card }).effects), [])
  const shown = run(
    tapped.terminal,
    hear({ type: 'authorizing', sessionId: 's1' }),
    hear({
      type: 'authorization',
      sessionId: 's1',
      status: 'approved',
      message: 'Approved',
      approvalCode: 'A1',
    }),
  )
  assert.deepEqual(said(shown.effects), [{ type: 'result_shown', sessionId: 's1' }])
  const { screen } = shown.terminal
  assert.equal(screen.kind === 'result' && screen.prompt?.amount, '42.00')
  assert.equal(run(shown.terminal, { type: 'timer_fired', timer: 'result' }).terminal.screen.kind, 'idle')
})

test('rejects a card other than credit and keeps the prompt (§1.2)', () => {
  const refused = run(
    online,
    hear(prompt),
    { type: 'card_shown', card: { ...card, kind: 'debit' } },
    hear({ type: 'card_refused', sessionId: 's1', message: 'Credit cards only.' }),
  )
  const { screen } = refused.terminal
  assert.equal(screen.kind === 'prompt' && screen.notice, 'Credit cards only.')
})

test('shows a refund with the card that paid, and accepts a card as for a sale (D-118)', () => {
  const refund: ToTerminal = { ...prompt, command: 'cc:credit', saleCardLastFour: '4242' }
  const asked = run(online, hear(refund))
  const { screen } = asked.terminal
  assert.ok(screen.kind === 'prompt')
  assert.equal(amountWords(screen.prompt, 'en-US'), 'Refund $42.00')
  assert.equal(screen.prompt.saleCardLastFour, '4242')
  assert.equal(describe(asked.terminal, 'en-US'), 'Refund $42.00: tap, insert or swipe a card.')
  const shown = run(asked.terminal, { type: 'card_shown', card })
  assert.deepEqual(said(shown.effects), [{ type: 'card_presented', sessionId: 's1', card }])
  const sold = run(online, hear(prompt)).terminal.screen
  assert.ok(sold.kind === 'prompt')
  assert.equal(amountWords(sold.prompt, 'en-US'), '$42.00')
  assert.equal(sold.prompt.saleCardLastFour, null)
})

test('a card tapped just before the network fails is reported when the prompt comes again, once', () => {
  const cut = run(online, hear(prompt), { type: 'card_shown', card }, { type: 'unplugged' })
  assert.deepEqual(done(cut.effects), ['stop', 'close'])
  const back = run(
    cut.terminal,
    { type: 'plugged_in' },
    { type: 'socket_opened' },
    hear(welcome),
    hear({ ...prompt, remainingMs: 90_000 }),
  )
  assert.deepEqual(said(back.effects), [{ type: 'card_presented', sessionId: 's1', card }])
  const authorized = run(back.terminal, hear({ type: 'authorizing', sessionId: 's1' }))
  assert.equal(authorized.terminal.screen.kind, 'authorizing')
})

test('a terminal that was disconnected when the payment ended clears its screen', () => {
  const back = run(
    online,
    hear(prompt),
    { type: 'socket_lost' },
    { type: 'timer_fired', timer: 'retry' },
    { type: 'socket_opened' },
    hear(welcome),
  )
  assert.ok(back.effects.some((effect) => effect.do === 'wait' && effect.timer === 'stale'))
  assert.equal(run(back.terminal, { type: 'timer_fired', timer: 'stale' }).terminal.screen.kind, 'idle')
})

test('the end of an old payment does not disturb a terminal that shows something else', () => {
  const old = hear({ type: 'end', sessionId: 's0', reason: 'user_cancelled' })
  assert.equal(run(online, old).terminal.screen.kind, 'idle')
  assert.equal(run(online, hear(prompt), old).terminal.screen.kind, 'prompt')
  const own = hear({ type: 'end', sessionId: 's1', reason: 'timeout' })
  assert.equal(run(online, hear(prompt), own).terminal.screen.kind, 'ended')
})

test('Cancel on the device ends only a prompt, never an authorisation', () => {
  const asked = run(online, hear(prompt)).terminal
  assert.deepEqual(said(run(asked, { type: 'cancel_pressed' }).effects), [
    { type: 'cancelled', sessionId: 's1' },
  ])
  const authorizing = run(asked, hear({ type: 'authorizing', sessionId: 's1' })).terminal
  assert.deepEqual(run(authorizing, { type: 'cancel_pressed' }).effects, [])
})

test('attempts to reconnect slow down to one in ten seconds and start afresh after a welcome', () => {
  let terminal = online
  const waits: number[] = []
  for (let attempt = 0; attempt < 8; attempt += 1) {
    const lost = run(terminal, { type: 'socket_lost' })
    waits.push(...lost.effects.flatMap((effect) => (effect.do === 'wait' ? [effect.ms] : [])))
    terminal = run(lost.terminal, { type: 'timer_fired', timer: 'retry' }).terminal
  }
  assert.deepEqual(waits.slice(0, 4), [500, 1000, 2000, 4000])
  assert.equal(waits.at(-1), RETRY_LIMIT_MS)
  assert.equal(run(terminal, { type: 'socket_opened' }, hear(welcome)).terminal.attempts, 0)
})

test('a reboot forgets the screen and keeps the pairing', () => {
  const rebooting = run(online, hear(prompt), { type: 'switched_on' })
  assert.equal(rebooting.terminal.power, 'booting')
  assert.equal(rebooting.terminal.screen.kind, 'idle')
  assert.equal(rebooting.terminal.terminalKey, 'key')
  assert.ok(done(rebooting.effects).includes('close'))
})
