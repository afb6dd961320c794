// Routes of boarding: partner record, settings, tiers, applications, webhook. No answer contains a regulated value or
// a part of one.
import * as z from 'zod/mini'
import { BOARDING_STATUSES } from '../application/boarding.ts'
import type { DashboardRoute } from './route.ts'

const Text = (max: number) => z.string().check(z.maxLength(max))

/** Partner record and settings of the account. */
export const BoardingSettings = z.strictObject({
  /** The partner record; `null` before it is created. */
  partner: z.nullable(z.strictObject({ id: z.string(), name: z.string() })),
  /** The setting "Account Boarding Agent Id"; `null` without an agent. */
  agentId: z.nullable(z.string()),
  /** The setting "Account Boarding Is Sandbox". */
  sandbox: z.boolean(),
  webhookUrl: z.nullable(z.string()),
})

/** Partner record and settings of the account. */
export type BoardingSettings = z.output<typeof BoardingSettings>

const Fee = z.strictObject({ label: Text(80), value: Text(80) })

export const Tier = z.strictObject({
  id: z.string(),
  name: z.string(),
  sandbox: z.boolean(),
  label: z.nullable(z.string()),
  summary: z.nullable(z.string()),
  fees: z.array(Fee),
  includes: z.array(z.string()),
  cobrandId: z.string(),
})

export type Tier = z.output<typeof Tier>

/** An application with its status; without any regulated value. */
export const Application = z.strictObject({
  id: z.string(),
  status: z.enum(BOARDING_STATUSES),
  /** Statuses to which the operator may change it now. */
  moves: z.array(z.enum(BOARDING_STATUSES)),
  sandbox: z.boolean(),
  tierName: z.string(),
  reference: z.string(),
  agentId: z.nullable(z.string()),
  corporateName: z.string(),
  dbaName: z.string(),
  ownershipType: z.string(),
  /** Accounts of the equipment; empty without. */
  equipment: z.array(z.strictObject({ kind: z.string(), id: z.string(), cobrand: z.string() })),
  createdAtMs: z.number(),
  updatedAtMs: z.number(),
})

/** An application with its status; without any regulated value. */
export type Application = z.output<typeof Application>

const readBoarding = {
  method: 'GET',
  path: '/boarding',
  role: 'viewer',
  answer: BoardingSettings,
} as const satisfies DashboardRoute

const changeBoarding = {
  method: 'PUT',
  path: '/boarding',
  role: 'owner',
  request: z.strictObject({
    /** An empty text removes the agent. */
    agentId: z.optional(Text(64)),
    sandbox: z.optional(z.boolean()),
  }),
  answer: BoardingSettings,
} as const satisfies DashboardRoute

/** Creates the partner record of the account, or changes its name. */
const namePartner = {
  method: 'PUT',
  path: '/boarding/partner',
  role: 'owner',
  request: z.strictObject({ name: Text(64) }),
  answer: BoardingSettings,
} as const satisfies DashboardRoute

const listTiers = {
  method: 'GET',
  path: '/boarding/tiers',
  role: 'viewer',
  answer: z.strictObject({ tiers: z.array(Tier) }),
} as const satisfies DashboardRoute

const addTier = {
  method: 'POST',
  path: '/boarding/tiers',
  role: 'owner',
  request: z.strictObject({
    name: Text(64),
    sandbox: z.boolean(),
    label: z.optional(Text(60)),
    summary: z.optional(Text(200)),
    fees: z.array(Fee).check(z.maxLength(20)),
    includes: z.array(Text(120)).check(z.maxLength(20)),
  }),
  answer: Tier,
} as const satisfies DashboardRoute

/** Switches "Is Sandbox" of a tier. The tier gets a new ID, and its unused terms tokens end. */
const switchTier = {
  method: 'PUT',
  path: '/boarding/tiers/{id}/sandbox',
  role: 'owner',
  request: z.strictObject({ sandbox: z.boolean() }),
  answer: Tier,
} as const satisfies DashboardRoute

const removeTier = {
  method: 'DELETE',
  path: '/boarding/tiers/{id}',
  role: 'owner',
  answer: 'empty',
} as const satisfies DashboardRoute

const listApplications = {
  method: 'GET',
  path: '/boarding/applications',
  role: 'viewer',
  answer: z.strictObject({ applications: z.array(Application) }),
} as const satisfies DashboardRoute

const readApplication = {
  method: 'GET',
  path: '/boarding/applications/{id}',
  role: 'viewer',
  answer: Application,
} as const satisfies DashboardRoute

const moveApplication = {
  method: 'PUT',
  path: '/boarding/applications/{id}/status',
  role: 'owner',
  request: z.strictObject({ status: z.enum(BOARDING_STATUSES) }),
  answer: Application,
} as const satisfies DashboardRoute

/** Sets the webhook; the answer contains its new secret, once. */
const setWebhook = {
  method: 'PUT',
  path: '/boarding/webhook',
  role: 'owner',
  request: z.strictObject({ url: Text(500) }),
  answer: z.strictObject({ url: z.string(), secret: z.string() }),
} as const satisfies DashboardRoute

const removeWebhook = {
  method: 'DELETE',
  path: '/boarding/webhook',
  role: 'owner',
  answer: 'empty',
} as const satisfies DashboardRoute

/** Sends a signed test event to the webhook and reports the result. */
const testWebhook = {
  method: 'POST',
  path: '/boarding/webhook/test',
  role: 'owner',
  answer: z.strictObject({
    delivered: z.boolean(),
    /** Status of the receiver's answer; `null` without one. */
    status: z.nullable(z.number()),
    /** The result in a sentence for the person who sent the test. */
    message: z.string(),
  }),
} as const satisfies DashboardRoute

export const BOARDING_DASHBOARD_ROUTES = {
  readBoarding,
  changeBoarding,
  namePartner,
  listTiers,
  addTier,
  switchTier,
  removeTier,
  listApplications,
  readApplication,
  moveApplication,
  setWebhook,
  removeWebhook,
  testWebhook,
} as const
