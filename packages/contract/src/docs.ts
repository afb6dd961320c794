// The prose of the routes, apart from `web.ts` and `upstream.ts` so that no browser bundle carries it. The compiler
// refuses a route without its sentence.
import type { UpstreamRouteName } from './upstream.ts'
import type { BoardingRouteName } from './application/boarding.ts'
import type { WebRouteName } from './web.ts'

/** One sentence for people and the clause a route comes from. */
export interface RouteDoc {
  readonly summary: string
  readonly clause: string
}

/** Prose of the cloud terminal API. */
export const UPSTREAM_DOCS: Readonly<Record<UpstreamRouteName, RouteDoc>> = {
  createDevice: { summary: 'Registers a terminal and gives it a device ID.', clause: '§4.1, D-03' },
  listDevices: { summary: 'Lists the devices of the account.', clause: 'D-05' },
  getDevice: { summary: 'Reads a device with its status.', clause: '§4.2, D-04' },
  renameDevice: { summary: 'Changes the friendly name of a device.', clause: 'D-05' },
  deleteDevice: { summary: 'Removes a device that has no live session.', clause: 'D-05' },
  initiateSession: { summary: 'Starts a transaction: the terminal asks for the card.', clause: '§4.3, D-06' },
  getSession: {
    summary: 'Reads a session; with "Prefer: wait=N" held until it changes.',
    clause: '§4.4, D-16',
  },
  findSession: { summary: 'Finds a session by its external request ID.', clause: 'D-16' },
  cancelSession: { summary: 'Takes the prompt back, unless a payment came first.', clause: 'D-16' },
  createPayment: { summary: 'Initiates a sale and may wait for its end.', clause: '§4.5, D-17' },
  report: { summary: 'Reports transactions, by reference or by date.', clause: '§4.5, D-18' },
}

/** Prose of the BFF. */
export const WEB_DOCS: Readonly<Record<WebRouteName, RouteDoc>> = {
  mintToken: {
    summary: "Mints a token for the host's page; called by the host's server only.",
    clause: 'Tokens',
  },
  getKeys: { summary: 'The public halves of the live signing keys.', clause: 'RFC 7517' },
  getCheckout: { summary: 'Everything <terminal-pay> needs to draw.', clause: '§4.2, D-05' },
  listDevices: { summary: 'The devices that the token may see.', clause: 'D-05' },
  registerDevice: { summary: 'Registers a terminal.', clause: '§4.1' },
  getDevice: { summary: 'A device and its status, at most two seconds old.', clause: '§4.2' },
  startSale: {
    summary: 'Starts a sale, or finds the one this Idempotency-Key started.',
    clause: 'INV-1, INV-11',
  },
  getSale: { summary: 'The last committed snapshot of a sale.', clause: 'INV-8' },
  watchSale: {
    summary: 'Every event of a sale as it is committed, as an event stream.',
    clause: 'INV-9, INV-10',
  },
  watchOrder: {
    summary: 'The attempt that decides for an order, at once and whenever it changes, as an event stream.',
    clause: 'INV-8, INV-10',
  },
  cancelSale: { summary: 'Asks the terminal to stop, where the upstream can.', clause: 'D-16' },
  checkSale: { summary: 'Looks at a sale of unknown result at once.', clause: 'INV-6, D-16' },
  resolveSale: {
    summary: 'A person says, once the terminal is free, whether a sale of unknown result was paid.',
    clause: 'Rules 20 and 21, INV-7, INV-20',
  },
  getDetails: { summary: 'The reporting row of a settled transaction.', clause: '§1.4, D-18' },
  getOrder: { summary: "What became of an order; called by the host's server only.", clause: 'INV-7' },
  getApplication: {
    summary: 'Everything the sign-up form draws; begins the application where there is none.',
    clause: '§2.4, §4.6',
  },
  saveDraft: { summary: 'Keeps what was typed, without secrets, for 60 days.', clause: 'Draft' },
  discardDraft: { summary: 'Forgets what was typed.', clause: 'Draft' },
  getTerms: { summary: 'The documents and statements that a plan is agreed to with.', clause: 'D-25' },
  submitApplication: {
    summary: 'Submits the application once, or finds the submission that this Idempotency-Key began.',
    clause: '§4.6, INV-19',
  },
  getApplicationStatus: { summary: 'What is known of the application.', clause: 'D-26' },
  readApplication: {
    summary: "What became of an application; called by the host's server only.",
    clause: 'INV-19',
  },
  resolveApplication: {
    summary: 'A person of the partner says whether an application of unknown end was received.',
    clause: 'INV-19',
  },
  receiveBoardingEvent: {
    summary: 'Takes the news of the boarding API, signed with the secret of the partner.',
    clause: 'D-26',
  },
  getOpenApi: { summary: 'This API as an OpenAPI document.', clause: 'OpenAPI 3.1' },
  getLiveness: { summary: 'The process answers.', clause: 'Operation' },
  getReadiness: {
    summary: 'The store commits a write, sales are followed, and the process takes work.',
    clause: 'Operation',
  },
}

/** Boarding operation → what it is for. */
export const BOARDING_DOCS: Readonly<Record<BoardingRouteName, RouteDoc>> = {
  getTiers: { summary: 'The tiers that the key may board.', clause: '§4.6, D-22' },
  getTierNames: { summary: 'The same under its name in the field.', clause: 'D-21' },
  submitGoApp: {
    summary: 'Judges an application, creates it and hands it to the onboarding processor.',
    clause: '§4.6, D-23, D-26',
  },
  agreement: {
    summary: 'The documents of a tier; with an acceptance, the token that a submission needs.',
    clause: 'D-25',
  },
  getApplication: { summary: 'The status of an application.', clause: 'D-26' },
}
