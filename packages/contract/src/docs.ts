// Descriptions of the routes, separate from `web.ts` and `upstream.ts` so that no browser bundle contains them. The compiler
// rejects a route without a description.
import type { UpstreamRouteName } from './upstream.ts'
import type { BoardingRouteName } from './application/boarding.ts'
import type { WebRouteName } from './web.ts'

/** Groups of operations, with a sentence each. */
export const ROUTE_TAGS = {
  Tokens: 'Tokens for pages, and the keys that verify them.',
  Checkout: 'The order that a page shows.',
  Terminals: 'Terminals and their status.',
  Sales: 'Sales and refunds.',
  Orders: "Orders, for the host's server.",
  Desk: 'The sales of a merchant, for a back office.',
  Applications: 'Applications of merchants.',
  Operation: 'State of the process, and this document.',
  Sessions: 'Transactions on terminals.',
  Payments: 'Starts that wait for their end, and reports.',
  Plans: 'Plans and their terms.',
} as const

/** Name of a group of operations. */
type RouteTag = keyof typeof ROUTE_TAGS

/** The description of a route in the OpenAPI document. */
export interface RouteDoc {
  readonly tag: RouteTag
  readonly summary: string
  /** Names of the headers that a caller sets. */
  readonly headers?: readonly string[]
}

// Clauses and decisions: createDevice §4.1, D-03; listDevices D-05; getDevice §4.2, D-04; renameDevice D-05;
// deleteDevice D-05; initiateSession §4.3, D-06; getSession §4.4, D-16; findSession D-16; cancelSession D-16;
// createPayment §4.5, D-17; report §4.5, D-18.

/** Descriptions of the cloud terminal API's routes. */
export const UPSTREAM_DOCS: Readonly<Record<UpstreamRouteName, RouteDoc>> = {
  createDevice: { tag: 'Terminals', summary: 'Registers a terminal and gives it a device ID.' },
  listDevices: { tag: 'Terminals', summary: 'Lists the devices of the account.' },
  getDevice: { tag: 'Terminals', summary: 'Reads a device with its status.' },
  renameDevice: { tag: 'Terminals', summary: 'Changes the friendly name of a device.' },
  deleteDevice: { tag: 'Terminals', summary: 'Removes a device that has no live session.' },
  initiateSession: {
    tag: 'Sessions',
    summary: 'Starts a transaction: the terminal asks for the card. Keeps and reports further x… fields.',
  },
  getSession: { tag: 'Sessions', summary: 'Reads a session; with "Prefer: wait=N" waits for a change.' },
  findSession: { tag: 'Sessions', summary: 'Finds a session by its external request ID.' },
  cancelSession: { tag: 'Sessions', summary: 'Cancels a session, unless a payment came first.' },
  createPayment: { tag: 'Payments', summary: 'Starts a sale and may wait for its end.' },
  report: { tag: 'Payments', summary: 'Reports transactions, by reference or by date.' },
}

// Clauses and decisions: getKeys RFC 7517; getCheckout §4.2, D-05; listDevices D-05; registerDevice §4.1;
// getDevice §4.2; startSale INV-1, INV-11; getSale INV-8; watchSale INV-9, INV-10; watchOrder INV-8, INV-10;
// cancelSale D-16; checkSale INV-6, D-16; resolveSale Rules 20 and 21, INV-7, INV-20; getDetails §1.4, D-18;
// getOrder INV-7; withdrawOrder D-143; listSales D-115; getDesk, listDeskSales D-113, D-114; getApplication §2.4, §4.6; getTerms D-25; submitApplication §4.6, INV-19;
// getApplicationStatus D-26; readApplication INV-19; resolveApplication INV-19; receiveBoardingEvent D-26.

/** Descriptions of the BFF's routes. */
export const WEB_DOCS: Readonly<Record<WebRouteName, RouteDoc>> = {
  mintToken: {
    tag: 'Tokens',
    summary: "Mints a token for the host's page; called by the host's server only.",
  },
  getKeys: { tag: 'Tokens', summary: 'The public keys of the current signing keys.' },
  getCheckout: { tag: 'Checkout', summary: 'All data that <terminal-pay> shows.' },
  listDevices: { tag: 'Terminals', summary: 'The devices of the token.' },
  registerDevice: { tag: 'Terminals', summary: 'Registers a terminal.' },
  getDevice: { tag: 'Terminals', summary: 'A device and its status, at most two seconds old.' },
  startSale: {
    tag: 'Sales',
    headers: ['Idempotency-Key'],
    summary: 'Starts a sale or a refund, or returns the one of this Idempotency-Key.',
  },
  getSale: { tag: 'Sales', summary: 'The last committed snapshot of a sale or refund.' },
  watchSale: { tag: 'Sales', summary: 'Every event of a sale as it is committed, as an event stream.' },
  watchOrder: {
    tag: 'Checkout',
    summary: 'The deciding attempt of an order or refund, at once and on every change, as an event stream.',
  },
  cancelSale: { tag: 'Sales', summary: 'Cancels the session at the terminal, if the upstream supports it.' },
  checkSale: { tag: 'Sales', summary: 'Checks a sale of unknown outcome now.' },
  resolveSale: {
    tag: 'Sales',
    summary: 'A person states, once the terminal is free, whether a sale of unknown outcome was paid.',
  },
  getDetails: { tag: 'Sales', summary: 'The reporting row of a settled transaction.' },
  getOrder: {
    tag: 'Orders',
    summary:
      "The state of an order; called by the host's server only. With the host's own total as `amount`, a decimal such as `42.00`, and its `currency`, `paid` is true only for a payment of that amount.",
  },
  withdrawOrder: {
    tag: 'Orders',
    summary:
      "Withdraws all `sale` tokens of an order; called by the host's server only. They start no sale until it requests a new one. A sale that was started goes on, so read the order afterwards.",
  },
  listSales: {
    tag: 'Orders',
    summary:
      "Lists the sales with an open outcome, newest first; called by the host's server only. `state` is a list such as `in_doubt,review`, which is also the default.",
  },
  getDesk: {
    tag: 'Desk',
    summary:
      'The day, its totals, every sale with an open outcome, and the newest rows. `day` is `YYYY-MM-DD` in the time zone of the token; default today.',
  },
  listDeskSales: {
    tag: 'Desk',
    summary:
      'A page of rows, newest first: of one `day`, of a `search` within it (order, amount, last four digits of the card, terminal, reference), of all attempts of one `order` of any day, or of any day by `exact`: an order, a reference, a short reference or an amount.',
  },
  watchDesk: {
    tag: 'Desk',
    summary: 'The data of a day as in `GET /v1/desk`, at once and on every change, as an event stream.',
  },
  getDeskSale: { tag: 'Desk', summary: 'One row of the desk.' },
  getApplication: {
    tag: 'Applications',
    summary: 'All data of the sign-up form; creates the application if there is none.',
  },
  getIsolatedField: {
    tag: 'Applications',
    summary: 'The page of one isolated field, for a sandboxed frame.',
  },
  saveDraft: { tag: 'Applications', summary: 'Stores the entered values without secrets for 60 days.' },
  discardDraft: { tag: 'Applications', summary: 'Deletes the entered values.' },
  getTerms: { tag: 'Applications', summary: 'The documents and statements of a plan.' },
  submitApplication: {
    tag: 'Applications',
    headers: ['Idempotency-Key'],
    summary: 'Submits the application once, or returns the submission of this Idempotency-Key.',
  },
  getApplicationStatus: { tag: 'Applications', summary: 'The known status of the application.' },
  readApplication: {
    tag: 'Applications',
    summary: "The status of an application; called by the host's server only.",
  },
  resolveApplication: {
    tag: 'Applications',
    summary: 'A person of the partner states whether a doubtful application was received.',
  },
  receiveBoardingEvent: {
    tag: 'Applications',
    summary: "Receives status changes of the boarding API, signed with the partner's secret.",
  },
  getOpenApi: { tag: 'Operation', summary: 'This API as an OpenAPI document.' },
  getErrors: { tag: 'Operation', summary: 'The catalogue of errors as a page; each code is an anchor.' },
  getLiveness: { tag: 'Operation', summary: 'The process is running.' },
  getReadiness: {
    tag: 'Operation',
    summary: 'The store commits a write, sales are followed, and the process accepts work.',
  },
}

// Clauses and decisions: getTiers §4.6, D-22; getTierNames D-21; submitGoApp §4.6, D-23, D-26; agreement D-25;
// getApplication D-26.

/** Descriptions of the boarding API's routes. */
export const BOARDING_DOCS: Readonly<Record<BoardingRouteName, RouteDoc>> = {
  getTiers: { tag: 'Plans', summary: 'The tiers of the key.' },
  getTierNames: { tag: 'Plans', summary: 'The same as GetTiers, under the name that existing clients use.' },
  submitGoApp: {
    tag: 'Applications',
    summary:
      'Validates an application, creates it and forwards it to the onboarding processor. The sandbox accepts any text as Token.',
  },
  agreement: {
    tag: 'Plans',
    summary: 'The documents of a tier; with an acceptance, the token for a submission.',
  },
  getApplication: { tag: 'Applications', summary: 'The status of an application.' },
}
