// Schemas for merchant sign-up: a partner's key, the catalog of plans, the source of the terms.
import { lengthOf } from '@tapboard/contract'
import * as z from 'zod/mini'
import { isSafeUrl, isSecret, list, ring, says, text } from './config-rules.ts'

const line = (most: number) =>
  text(
    `must be 1 to ${most} characters on one line.`,
    (value) => /^(?=.*\S)\P{Cc}+$/u.test(value) && lengthOf(value) <= most,
  )

const shortList = <Schema extends z.ZodMiniType>(entry: Schema, most: number) => {
  const message = `must be a list of at most ${most} entries.`
  return list(entry, message).check(z.maxLength(most, says(message)))
}

const labelled = (sample: string) =>
  z.strictObject(
    { label: line(60), value: line(100) },
    says(`must be an object with label and value, such as ${sample}.`),
  )
const Fee = labelled('{"label": "Card present", "value": "2.6 % + 10¢"}')
const Feature = labelled('{"label": "Terminals", "value": "3"}')

const Tier = z.strictObject(
  {
    name: line(100),
    label: line(60),
    summary: z.exactOptional(line(200)),
    fees: z.exactOptional(shortList(Fee, 20)),
    features: z.exactOptional(shortList(Feature, 20)),
    includes: z.exactOptional(shortList(line(100), 20)),
  },
  says(
    'must be an object with name and label, optionally summary, fees, features and includes, and no other member.',
  ),
)

const TERMS =
  'must be {"mode": "service"}, {"mode": "host"}, or {"mode": "frame", "url": "https://…"} with the page that posts the token.'
const FRAME =
  'must be the URL of the page that posts the token: https (http only on this machine), without user or fragment.'
const Terms = z.discriminatedUnion(
  'mode',
  [
    z.strictObject({ mode: z.literal('service') }, says(TERMS)),
    z.strictObject({ mode: z.literal('frame'), url: text(FRAME, isSafeUrl) }, says(TERMS)),
    z.strictObject({ mode: z.literal('host') }, says(TERMS)),
  ],
  says(TERMS),
)

const CONTACT = 'must be an object with email, phone or url, and no other member.'
const EMAIL = 'must be an e-mail address, such as sign-up@partner.example.'
const PHONE = 'must be a phone number as people write it, such as (503) 555-0142.'
const PAGE = 'must be the URL of a page: https (http only on this machine), without user or fragment.'
const Contact = z
  .strictObject(
    {
      email: z.exactOptional(text(EMAIL, (value) => /^[^\s@<>?&]{1,64}@[^\s@<>?&]{1,190}$/u.test(value))),
      phone: z.exactOptional(
        text(PHONE, (value) => /^(?=(?:\D*\d){7,15}\D*$)[\d +().-]{7,30}$/u.test(value)),
      ),
      url: z.exactOptional(text(PAGE, isSafeUrl)),
    },
    says(CONTACT),
  )
  .check(z.refine((contact) => Object.keys(contact).length > 0, says(CONTACT)))

const TWICE = 'must list each tier once.'
const WEBHOOK_SECRET =
  'must be at least 24 random characters without spaces, the secret with which the boarding API signs its webhooks.'

export const BoardingSchema = z.strictObject(
  {
    apiKey: text(
      'must be an API key that may board accounts (§5.2); it may be the same as the other.',
      (key) => isSecret(key, 1),
    ),
    tiers: z.exactOptional(
      shortList(Tier, 50).check(
        z.refine((tiers) => new Set(tiers.map(({ name }) => name)).size === tiers.length, says(TWICE)),
      ),
    ),
    terms: z.exactOptional(Terms),
    contact: z.exactOptional(Contact),
    webhookSecret: z.exactOptional(ring(WEBHOOK_SECRET, (secret) => isSecret(secret, 24))),
  },
  says(
    'must be an object with apiKey, optionally tiers, terms, contact and webhookSecret, and no other member.',
  ),
)
