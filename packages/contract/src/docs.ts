// Descriptions of the routes, separate from `web.ts` and `upstream.ts` so that no browser bundle contains them. The compiler
// rejects a route without a description. The comments name the clauses and decisions of each route.
import type { UpstreamRouteName } from './upstream.ts'
import type { BoardingRouteName } from './application/boarding.ts'
import type { WebRouteName } from './web.ts'

/** Description of a route. */
export interface RouteDoc {
  readonly summary: string
}

/** Descriptions of the cloud terminal API's routes. */
export const UPSTREAM_DOCS: Readonly<Record<UpstreamRouteName, RouteDoc>> = {
  // §4.1, D-03
  createDevice: { summary: 'Registers a terminal and gives it a device ID.' },
  // D-05
  listDevices: { summary: 'Lists the devices of the account.' },
  // §4.2, D-04
  getDevice: { summary: 'Reads a device with its status.' },
  // D-05
  renameDevice: { summary: 'Changes the friendly name of a device.' },
  // D-05
  deleteDevice: { summary: 'Removes a device that has no live session.' },
  // §4.3, D-06
  initiateSession: { summary: 'Starts a transaction: the terminal asks for the card.' },
  // §4.4, D-16
  getSession: { summary: 'Reads a session; with "Prefer: wait=N" waits for a change.' },
  // D-16
  findSession: { summary: 'Finds a session by its external request ID.' },
  // D-16
  cancelSession: { summary: 'Cancels a session, unless a payment came first.' },
  // §4.5, D-17
  createPayment: { summary: 'Starts a sale and may wait for its end.' },
  // §4.5, D-18
  report: { summary: 'Reports transactions, by reference or by date.' },
}

/** Descriptions of the BFF's routes. */
export const WEB_DOCS: Readonly<Record<WebRouteName, RouteDoc>> = {
  mintToken: { summary: "Mints a token for the host's page; called by the host's server only." },
  // RFC 7517
  getKeys: { summary: 'The public keys of the current signing keys.' },
  // §4.2, D-05
  getCheckout: { summary: 'All data that <terminal-pay> shows.' },
  // D-05
  listDevices: { summary: 'The devices of the token.' },
  // §4.1
  registerDevice: { summary: 'Registers a terminal.' },
  // §4.2
  getDevice: { summary: 'A device and its status, at most two seconds old.' },
  // INV-1, INV-11
  startSale: { summary: 'Starts a sale, or returns the sale of this Idempotency-Key.' },
  // INV-8
  getSale: { summary: 'The last committed snapshot of a sale.' },
  // INV-9, INV-10
  watchSale: { summary: 'Every event of a sale as it is committed, as an event stream.' },
  // INV-8, INV-10
  watchOrder: {
    summary: 'The deciding attempt of an order, at once and on every change, as an event stream.',
  },
  // D-16
  cancelSale: { summary: 'Cancels the session at the terminal, if the upstream supports it.' },
  // INV-6, D-16
  checkSale: { summary: 'Checks a sale of unknown outcome now.' },
  // Rules 20 and 21, INV-7, INV-20
  resolveSale: {
    summary: 'A person states, once the terminal is free, whether a sale of unknown outcome was paid.',
  },
  // §1.4, D-18
  getDetails: { summary: 'The reporting row of a settled transaction.' },
  // INV-7
  getOrder: { summary: "The state of an order; called by the host's server only." },
  // §2.4, §4.6
  getApplication: { summary: 'All data of the sign-up form; creates the application if there is none.' },
  saveDraft: { summary: 'Stores the entered values without secrets for 60 days.' },
  discardDraft: { summary: 'Deletes the entered values.' },
  // D-25
  getTerms: { summary: 'The documents and statements of a plan.' },
  // §4.6, INV-19
  submitApplication: {
    summary: 'Submits the application once, or returns the submission of this Idempotency-Key.',
  },
  // D-26
  getApplicationStatus: { summary: 'The known status of the application.' },
  // INV-19
  readApplication: { summary: "The status of an application; called by the host's server only." },
  // INV-19
  resolveApplication: {
    summary: 'A person of the partner states whether a doubtful application was received.',
  },
  // D-26
  receiveBoardingEvent: {
    summary: "Receives status changes of the boarding API, signed with the partner's secret.",
  },
  getOpenApi: { summary: 'This API as an OpenAPI document.' },
  getLiveness: { summary: 'The process is running.' },
  getReadiness: { summary: 'The store commits a write, sales are followed, and the process accepts work.' },
}

/** Descriptions of the boarding API's routes. */
export const BOARDING_DOCS: Readonly<Record<BoardingRouteName, RouteDoc>> = {
  // §4.6, D-22
  getTiers: { summary: 'The tiers of the key.' },
  // D-21
  getTierNames: { summary: 'The same as GetTiers, under the name that existing clients use.' },
  // §4.6, D-23, D-26
  submitGoApp: {
    summary: 'Validates an application, creates it and forwards it to the onboarding processor.',
  },
  // D-25
  agreement: { summary: 'The documents of a tier; with an acceptance, the token for a submission.' },
  // D-26
  getApplication: { summary: 'The status of an application.' },
}
