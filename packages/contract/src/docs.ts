// Descriptions of the routes, separate from `web.ts` and `upstream.ts` so that no browser bundle contains them. The compiler
// rejects a route without a description.
import type { UpstreamRouteName } from './upstream.ts'
import type { BoardingRouteName } from './application/boarding.ts'
import type { WebRouteName } from './web.ts'

/** Description of a route. */
export interface RouteDoc {
  readonly summary: string
}

// Clauses and decisions: createDevice §4.1, D-03; listDevices D-05; getDevice §4.2, D-04; renameDevice D-05;
// deleteDevice D-05; initiateSession §4.3, D-06; getSession §4.4, D-16; findSession D-16; cancelSession D-16;
// createPayment §4.5, D-17; report §4.5, D-18.

/** Descriptions of the cloud terminal API's routes. */
export const UPSTREAM_DOCS: Readonly<Record<UpstreamRouteName, RouteDoc>> = {
  createDevice: { summary: 'Registers a terminal and gives it a device ID.' },
  listDevices: { summary: 'Lists the devices of the account.' },
  getDevice: { summary: 'Reads a device with its status.' },
  renameDevice: { summary: 'Changes the friendly name of a device.' },
  deleteDevice: { summary: 'Removes a device that has no live session.' },
  initiateSession: {
    summary: 'Starts a transaction: the terminal asks for the card. Keeps and reports further x… fields.',
  },
  getSession: { summary: 'Reads a session; with "Prefer: wait=N" waits for a change.' },
  findSession: { summary: 'Finds a session by its external request ID.' },
  cancelSession: { summary: 'Cancels a session, unless a payment came first.' },
  createPayment: { summary: 'Starts a sale and may wait for its end.' },
  report: { summary: 'Reports transactions, by reference or by date.' },
}

// Clauses and decisions: getKeys RFC 7517; getCheckout §4.2, D-05; listDevices D-05; registerDevice §4.1;
// getDevice §4.2; startSale INV-1, INV-11; getSale INV-8; watchSale INV-9, INV-10; watchOrder INV-8, INV-10;
// cancelSale D-16; checkSale INV-6, D-16; resolveSale Rules 20 and 21, INV-7, INV-20; getDetails §1.4, D-18;
// getOrder INV-7; withdrawOrder D-143; listSales D-115; getDesk, listDeskSales D-113, D-114; getApplication §2.4, §4.6; getTerms D-25; submitApplication §4.6, INV-19;
// getApplicationStatus D-26; readApplication INV-19; resolveApplication INV-19; receiveBoardingEvent D-26.

/** Descriptions of the BFF's routes. */
export const WEB_DOCS: Readonly<Record<WebRouteName, RouteDoc>> = {
  mintToken: { summary: "Mints a token for the host's page; called by the host's server only." },
  getKeys: { summary: 'The public keys of the current signing keys.' },
  getCheckout: { summary: 'All data that <terminal-pay> shows.' },
  listDevices: { summary: 'The devices of the token.' },
  registerDevice: { summary: 'Registers a terminal.' },
  getDevice: { summary: 'A device and its status, at most two seconds old.' },
  startSale: { summary: 'Starts a sale or a refund, or returns the one of this Idempotency-Key.' },
  getSale: { summary: 'The last committed snapshot of a sale or refund.' },
  watchSale: { summary: 'Every event of a sale as it is committed, as an event stream.' },
  watchOrder: {
    summary: 'The deciding attempt of an order or refund, at once and on every change, as an event stream.',
  },
  cancelSale: { summary: 'Cancels the session at the terminal, if the upstream supports it.' },
  checkSale: { summary: 'Checks a sale of unknown outcome now.' },
  resolveSale: {
    summary: 'A person states, once the terminal is free, whether a sale of unknown outcome was paid.',
  },
  getDetails: { summary: 'The reporting row of a settled transaction.' },
  getOrder: {
    summary:
      "The state of an order; called by the host's server only. With the host's own total as `amount`, a decimal such as `42.00`, and its `currency`, `paid` is true only for a payment of that amount.",
  },
  withdrawOrder: {
    summary:
      "Withdraws all `sale` tokens of an order; called by the host's server only. They start no sale until it requests a new one. A sale that was started goes on, so read the order afterwards.",
  },
  listSales: {
    summary:
      "Lists the sales with an open outcome, newest first; called by the host's server only. `state` is a list such as `in_doubt,review`, which is also the default.",
  },
  getDesk: {
    summary:
      'The day, its totals, every sale with an open outcome, and the newest rows. `day` is `YYYY-MM-DD` in the time zone of the token; default today.',
  },
  listDeskSales: {
    summary:
      'A page of rows, newest first: of one `day`, of a `search` within it (order, amount, last four digits of the card, terminal, reference), of all attempts of one `order` of any day, or of any day by `exact`: an order, a reference or an amount.',
  },
  watchDesk: {
    summary: 'The data of a day as in `GET /v1/desk`, at once and on every change, as an event stream.',
  },
  getDeskSale: { summary: 'One row of the desk.' },
  getApplication: { summary: 'All data of the sign-up form; creates the application if there is none.' },
  getIsolatedField: { summary: 'The page of one isolated field, for a sandboxed frame.' },
  saveDraft: { summary: 'Stores the entered values without secrets for 60 days.' },
  discardDraft: { summary: 'Deletes the entered values.' },
  getTerms: { summary: 'The documents and statements of a plan.' },
  submitApplication: {
    summary: 'Submits the application once, or returns the submission of this Idempotency-Key.',
  },
  getApplicationStatus: { summary: 'The known status of the application.' },
  readApplication: { summary: "The status of an application; called by the host's server only." },
  resolveApplication: {
    summary: 'A person of the partner states whether a doubtful application was received.',
  },
  receiveBoardingEvent: {
    summary: "Receives status changes of the boarding API, signed with the partner's secret.",
  },
  getOpenApi: { summary: 'This API as an OpenAPI document.' },
  getLiveness: { summary: 'The process is running.' },
  getReadiness: { summary: 'The store commits a write, sales are followed, and the process accepts work.' },
}

// Clauses and decisions: getTiers §4.6, D-22; getTierNames D-21; submitGoApp §4.6, D-23, D-26; agreement D-25;
// getApplication D-26.

/** Descriptions of the boarding API's routes. */
export const BOARDING_DOCS: Readonly<Record<BoardingRouteName, RouteDoc>> = {
  getTiers: { summary: 'The tiers of the key.' },
  getTierNames: { summary: 'The same as GetTiers, under the name that existing clients use.' },
  submitGoApp: {
    summary:
      'Validates an application, creates it and forwards it to the onboarding processor. The sandbox accepts any text as Token.',
  },
  agreement: { summary: 'The documents of a tier; with an acceptance, the token for a submission.' },
  getApplication: { summary: 'The status of an application.' },
}
