// The schemas of the receivers of signed webhooks: those of merchants, and that of the heads.
import { isMalformedWebhookSecret } from '@tapboard/server'
import { isSafeUrl, isSecret, ring, says, text } from './config-rules.ts'

const SECRET =
  "must be whsec_ and the base64 of 24 to 64 random bytes, or at least 24 other random characters without spaces; the host's server checks signatures with it. Make one with: echo whsec_$(openssl rand -base64 24)."
const URL_RULE =
  "must be the address of the host's server: https (http only on this machine), without user or fragment."

/** The address of a receiver, which only the operator sets. */
export const WEBHOOK_URL = text(URL_RULE, isSafeUrl)

/** The secret that keys the signatures. */
export const WEBHOOK_SECRET = ring(
  SECRET,
  (secret) => isSecret(secret, 24) && !isMalformedWebhookSecret(secret),
)

/** The rule of a receiver as a whole. */
export const WEBHOOK_MEMBERS = says('must be an object with url and secret, and no other member.')
