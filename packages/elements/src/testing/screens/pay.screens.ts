// The screens of <terminal-pay> before and during a sale, and around it: choosing, waiting, registering.
import type { DeviceView, Sale } from '@tapboard/contract'
import { mount, type Setting, type Stage } from '../mount.ts'
import { DEVICES, SALE, ScriptedBff } from '../scripted-bff.ts'
import { letTimePass, never, withoutLater, type Table } from './screen.ts'

const [FRONT, WORKSHOP] = DEVICES as [(typeof DEVICES)[0], (typeof DEVICES)[0]]
const BAR = { ...FRONT, id: 'dev_bar', name: 'Bar', serialEnding: '7716' }
const CONNECTED = { ...BAR, id: 'dev_yard', name: 'Yard' }
const HELD = { ...FRONT, id: 'dev_held', name: 'Counter 2', hold: { freeInMs: 250_000 } }
/** More than can be seen at once. */
const FIFTY = Array.from({ length: 50 }, (_, at) => ({
  ...(at % 7 === 3 ? WORKSHOP : FRONT),
  id: at === 0 ? 'dev_front' : `dev_${at}`,
  name: at === 0 ? 'Front counter' : `Lane ${at}`,
}))
const UNKNOWN = { ...BAR, status: 'UNKNOWN', ageMs: 3_600_000 } as const

/** Mounted, with all late parts rendered. */
async function choosing(setting: Setting = {}): Promise<Stage> {
  const stage = mount(setting)
  await stage.pay.phase('choosing')
  await stage.pay.until(() => !stage.pay.buttons.includes('…') && stage.pay.text.includes('$'))
  return stage
}

/** The same with the list of terminals open. */
async function opened(setting: Setting): Promise<Stage> {
  localStorage.setItem('tapboard:terminal', 'dev_front')
  const stage = await choosing(setting)
  await stage.pay.openTerminals()
  return stage
}

const offering = (...devices: DeviceView[]): Setting => ({ checkout: { devices } })

/** A sale in progress, in this state. */
async function waiting(sale: Partial<Sale>, setting: Setting = {}): Promise<Stage> {
  const stage = mount({ ...setting, sale: { state: 'started', phase: 'present_card', ...sale } })
  await stage.pay.until(() => /waiting|contacting/.test(stage.element.phase))
  return stage
}

/** The start of the sale is refused for this reason. */
async function refused(code: 'device-busy' | 'device-not-connected' | 'grant-withdrawn'): Promise<Stage> {
  const stage = await choosing()
  const { bff, pay } = stage
  bff.handler = ({ method, path }) => (method === 'POST' && path === '/v1/sales' ? bff.problem(code) : null)
  await pay.choose('Front counter')
  await pay.until(() => pay.text.includes('on Front counter'))
  pay.press('Charge')
  await pay.until(() => pay.root.querySelector('.notice.bad') !== null)
  return stage
}

async function registering(): Promise<Stage> {
  const stage = await choosing({ attributes: { setup: '' } })
  await stage.pay.openTerminals()
  stage.pay.press('Register a terminal')
  await stage.pay.until(() => stage.pay.buttons.includes('Register'))
  return stage
}

/** Rejected with these fields, or for this reason. */
async function unregistered(code: 'invalid-request' | 'device-exists', ...fields: string[]): Promise<Stage> {
  const stage = await registering()
  const { bff, pay } = stage
  const issues = fields.map((path) => ({ path, code: 'invalid', message: 'x' }))
  bff.handler = ({ path }) =>
    path === '/v1/devices' ? bff.problem(code, fields.length ? { issues } : {}) : null
  pay.press('Register')
  await pay.until(() => pay.root.querySelector('.bad') !== null)
  return stage
}

/** Registered, with this known state. */
async function registered(status: 'CONNECTED' | 'DISCONNECTED'): Promise<Stage> {
  const stage = await registering()
  const { bff, pay } = stage
  const device = { ...BAR, status, ageMs: 0 }
  bff.handler = ({ path }) => {
    if (path === '/v1/devices') return bff.json({ device, pairingCode: '482 193' }, 201)
    return path === `/v1/devices/${device.id}` ? bff.json(device) : null
  }
  pay.type('Serial number', 'SN-0000-7716')
  pay.type('Name', 'Bar')
  pay.press('Register')
  await pay.until(() => pay.root.querySelector('.notice') !== null)
  return stage
}

/** Name → setup of the screen. */
export const PAY_SCREENS: Table = {
  loading: async () => {
    const stage = mount({ properties: { fetcher: never } })
    await stage.pay.phase('loading')
    return stage
  },
  'out of reach': async () => {
    const bff = new ScriptedBff()
    bff.offline = true
    const stage = mount({ bff })
    await stage.pay.phase('fault')
    return stage
  },
  'not set up': async () => {
    const stage = mount({ properties: { bffUrl: 'nowhere:' } })
    await stage.pay.phase('fault')
    return stage
  },
  'choosing, no terminal': async () => {
    const stage = mount(offering())
    await stage.pay.phase('choosing')
    return stage
  },
  'choosing, one terminal': () => choosing(offering(FRONT)),
  'choosing, none chosen of three': () => choosing(offering(FRONT, WORKSHOP, CONNECTED)),
  'choosing, one connected of three': () => choosing(offering(FRONT, WORKSHOP, UNKNOWN)),
  'choosing, the list of three': () => opened(offering(FRONT, WORKSHOP, UNKNOWN)),
  'choosing, the list by place': () =>
    opened({
      ...offering(FRONT, WORKSHOP, CONNECTED, HELD),
      properties: {
        places: { dev_front: 'Ground floor', dev_held: 'Ground floor', dev_work: 'First floor' },
      },
    }),
  'choosing, the list of fifty': () => opened(offering(...FIFTY)),
  'choosing, none chosen of fifty': () => choosing(offering(...FIFTY.slice(1))),
  'choosing, a search without a result': async () => {
    const stage = await opened(offering(...FIFTY))
    const search = stage.pay.root.querySelector<HTMLInputElement>('.search')!
    search.value = 'Cellar'
    search.dispatchEvent(new InputEvent('input'))
    await stage.pay.until(() => stage.pay.text.includes('No terminal matches.'))
    return stage
  },
  'choosing, the list did not load': () =>
    withoutLater(1, async () => {
      const stage = await choosing(offering(FRONT, CONNECTED))
      await stage.pay.until(() => stage.pay.buttons.includes('Try again'))
      return stage
    }),
  'choosing, disconnected': () => choosing(offering(WORKSHOP)),
  'choosing, with leave to register': () => choosing({ attributes: { setup: '' } }),
  'choosing, the page has the button': async () => {
    const stage = mount({ attributes: { headless: '' } })
    await stage.pay.until(() => stage.pay.text.includes('$'))
    return stage
  },
  'choosing, long names': () =>
    choosing({
      checkout: {
        devices: [
          { ...FRONT, name: 'Reparaturannahme Erdgeschoss links neben der Treppe, zweiter Schalter' },
          WORKSHOP,
        ],
        merchant: {
          id: 'm1',
          name: 'Rindfleischetikettierungsüberwachungsaufgabenübertragung GmbH & Co. KG',
        },
        order: 'ORDER-2026-11-21-000000000000000042',
        amountMinor: 99_999_999,
      },
    }),
  'choosing, the terminal is busy': () => refused('device-busy'),
  'choosing, the terminal is gone': () => refused('device-not-connected'),
  'choosing, the order was withdrawn': () => refused('grant-withdrawn'),
  'choosing, the terminal is held': async () => {
    const stage = await choosing(offering({ ...FRONT, hold: { freeInMs: 250_000 } }, BAR))
    await stage.pay.choose('Front counter')
    await stage.pay.until(() => stage.pay.text.includes('is free by'))
    return stage
  },
  'choosing, the terminal takes another payment': async () => {
    const stage = await choosing(offering({ ...FRONT, hold: { freeInMs: null } }, BAR))
    await stage.pay.choose('Front counter')
    await stage.pay.until(() => stage.pay.text.includes('is taking another payment'))
    return stage
  },
  'queued for a busy terminal': async () => {
    const stage = await choosing(offering({ ...FRONT, hold: { freeInMs: null } }))
    await stage.pay.until(() =>
      stage.pay.buttons.some((label) => label.includes('when Front counter is free')),
    )
    stage.pay.press('Charge $42.00 when')
    await stage.pay.phase('queued')
    return stage
  },
  'contacting, not sent yet': async () => {
    const stage = await choosing(offering(FRONT))
    stage.bff.handler = ({ path }) =>
      path === '/.well-known/jwks.json' ? Promise.reject(new TypeError('no line')) : null
    stage.pay.press('Charge')
    await stage.pay.until(() => stage.pay.buttons.includes('Give up'))
    return stage
  },
  'not sent': async () => {
    const stage = await choosing(offering(FRONT))
    stage.bff.handler = ({ path }) =>
      path === '/.well-known/jwks.json' ? Promise.reject(new TypeError('no line')) : null
    stage.pay.press('Charge')
    await stage.pay.until(() => stage.pay.buttons.includes('Give up'))
    stage.pay.press('Give up')
    await stage.pay.phase('unpaid')
    return stage
  },
  'contacting, no answer': async () => {
    const stage = await choosing(offering(FRONT))
    stage.bff.handler = ({ method }) => (method === 'POST' ? Promise.reject(new TypeError('no line')) : null)
    stage.pay.press('Charge')
    await stage.pay.until(() => stage.pay.title.startsWith('No answer'))
    return stage
  },
  'contacting, not answered': async () => {
    const stage = await choosing(offering(FRONT))
    stage.bff.handler = ({ method }) => (method === 'POST' ? never() : null)
    stage.pay.press('Charge')
    await stage.pay.phase('contacting')
    return stage
  },
  contacting: () => waiting({ state: 'sending' }),
  'waiting, follow the terminal': () => waiting({ phase: 'contacting' }),
  'waiting, present the card': () => waiting({}),
  'waiting, cannot be canceled': () => waiting({ cancelable: false }),
  'waiting, authorizing': () => waiting({ phase: 'authorizing' }),
  'waiting, still': () => waiting({ stillWaiting: true }),
  'waiting, canceling': () => waiting({ cancelRequested: true }),
  'waiting, no news': () => waiting({ staleSinceMs: SALE.nowMs - 7_000 }),
  'waiting, terminal lost its network': async () => {
    // The first look at the terminal of a sale follows after 10 s.
    letTimePass(11_000)
    const bff = new ScriptedBff()
    bff.devices = DEVICES.map((device) => ({ ...device, status: 'DISCONNECTED' }))
    const stage = await waiting({}, { bff })
    await stage.pay.until(() => stage.pay.title.endsWith('lost its network'))
    return stage
  },
  'waiting, cancel refused': async () => {
    const stage = await waiting({})
    const { bff, pay } = stage
    bff.handler = ({ path }) => (path.endsWith('/cancel') ? bff.problem('not-cancelable') : null)
    pay.press('Cancel the sale')
    await pay.until(() => pay.text.includes('no longer be canceled'))
    return stage
  },
  'waiting, out of reach': async () => {
    const stage = await waiting({})
    stage.bff.offline = true
    stage.bff.cut()
    dispatchEvent(new Event('offline'))
    letTimePass(1_000)
    stage.element.requestUpdate()
    await stage.pay.until(() => stage.pay.text.includes('No news since'))
    return stage
  },
  unwatched: async () => {
    const stage = await waiting({})
    stage.element.stopWatching()
    await stage.pay.phase('unwatched')
    return stage
  },
  'charge that does not load': () =>
    withoutLater(0, async () => {
      const stage = mount()
      await stage.pay.until(() => stage.pay.text.includes('could not be loaded'))
      return stage
    }),
  'registering, could not be loaded': () =>
    withoutLater(2, async () => {
      const stage = await choosing({ attributes: { setup: '' } })
      await stage.pay.openTerminals()
      stage.pay.press('Register a terminal')
      await stage.pay.until(() => stage.pay.text.includes('cannot be reached'))
      return stage
    }),
  registering,
  'registering, with errors': () => unregistered('invalid-request', 'serial', 'name'),
  'registering, known already': () => unregistered('device-exists'),
  'registered, pairing': () => registered('DISCONNECTED'),
  'registered, connected': () => registered('CONNECTED'),
}
