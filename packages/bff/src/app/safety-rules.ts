// The rules that a configuration keeps beyond the schema of each option: some compare options, most apply to production only.
// `readConfig` judges them, so the start, `--check` and `doctor` refuse the same. The documentation lists their sentences.
import type { WebhookTarget } from '../durable/outbox/delivery-handlers.ts'
import { isWeakSecret } from '@tapboard/server'
import { isUnencryptedByDefault } from '@tapboard/store'
import { isEncrypted, type ConfigProblem } from './config-rules.ts'
import { secretsIn } from '@tapboard/server'
import type { BffOptions, Merchant } from './options.ts'

/** The validated options that the rules compare. */
interface JudgedOptions extends Pick<BffOptions, 'secret' | 'publicUrl' | 'merchants'> {
  readonly store: unknown
  readonly dpop: boolean
  readonly headsWebhook?: Pick<WebhookTarget, 'secret'> | undefined
  readonly upstream: Pick<BffOptions['upstream'], 'environment' | 'terminalUrl'> & {
    readonly reportingUrl?: string | undefined
    readonly boardingUrl?: string | undefined
  }
}

interface SafetyRule {
  /** The environment in which it applies. */
  readonly where: 'production' | 'everywhere'
  /** The rule in a sentence, for the documentation. */
  readonly sentence: string
  readonly judge: (options: JudgedOptions) => readonly ConfigProblem[]
}

type Placed = readonly [option: string, value: string]

const ofMerchants = (
  { merchants }: JudgedOptions,
  read: (merchant: Merchant) => Readonly<Record<string, string | undefined>>,
): readonly Placed[] =>
  merchants.flatMap((merchant, index) =>
    Object.entries(read(merchant)).flatMap(([member, value]) =>
      value === undefined ? [] : [[`merchants.${index}.${member}`, value] as const],
    ),
  )

const addressesOf = (options: JudgedOptions): readonly Placed[] => {
  const { publicUrl, upstream } = options
  const { terminalUrl, reportingUrl, boardingUrl } = upstream
  return [
    ['publicUrl', publicUrl] as const,
    ...Object.entries({ terminalUrl, reportingUrl, boardingUrl }).flatMap(([name, url]) =>
      url === undefined ? [] : [[`upstream.${name}`, url] as const],
    ),
    ...ofMerchants(options, ({ origins }) =>
      Object.fromEntries(origins.map((origin, index) => [`origins.${index}`, origin])),
    ),
  ]
}

/** The secrets that the operator makes. */
const secretsOf = (options: JudgedOptions): readonly Placed[] => [
  ...secretsIn(options.secret).map((secret) => ['secret', secret] as const),
  ...secretsIn(options.headsWebhook?.secret ?? []).map((secret) => ['headsWebhook.secret', secret] as const),
  ...options.merchants.flatMap(({ hostSecret, webhook, boarding }, index) =>
    Object.entries({
      hostSecret,
      'webhook.secret': webhook?.secret ?? [],
      'boarding.webhookSecret': boarding?.webhookSecret ?? [],
    }).flatMap(([member, ring]) =>
      secretsIn(ring).map((secret) => [`merchants.${index}.${member}`, secret] as const),
    ),
  ),
]

const kindOf = ([option]: Placed): string => option.replace(/\d+/, '')

/** Secrets that are in two places of different kinds. Two merchants of one host may share a webhook secret. */
const sharedSecrets = (options: JudgedOptions): readonly ConfigProblem[] =>
  secretsOf(options).flatMap((one, index, all) => {
    const other = all.slice(0, index).find((before) => before[1] === one[1] && kindOf(before) !== kindOf(one))
    const message = `must not be the same as ${other?.[0]}; make a new one with: openssl rand -base64 32.`
    return other === undefined ? [] : [{ option: one[0], message }]
  })

/** Two merchants with the same ID or a host secret in common. */
const twins = ({ merchants }: JudgedOptions): readonly ConfigProblem[] =>
  (['id', 'hostSecret'] as const).flatMap((member) => {
    const twin = merchants.findIndex((merchant, index) => {
      const earlier = merchants.slice(0, index).flatMap((other) => secretsIn(other[member]))
      return secretsIn(merchant[member]).some((value) => earlier.includes(value))
    })
    const message = "is the same as another merchant's; every merchant needs its own."
    return twin < 0 ? [] : [{ option: `merchants.${twin}.${member}`, message }]
  })

/** Keys of the other environment. A live key may board in the sandbox, by a setting of its account. */
function keysElsewhere(options: JudgedOptions): readonly ConfigProblem[] {
  const { environment } = options.upstream
  const [prefix, message] =
    environment === 'production'
      ? ['tb_test_', 'must be a live key, tb_live_…, because the environment is production.']
      : ['tb_live_', 'must be a test key, tb_test_…, because the environment is sandbox.']
  return ofMerchants(options, ({ apiKey, boarding }) => ({
    apiKey,
    'boarding.apiKey': environment === 'production' ? boarding?.apiKey : undefined,
  }))
    .filter(([, key]) => key.startsWith(prefix))
    .map(([option]) => ({ option, message }))
}

const all = (places: readonly Placed[], wrong: (value: string) => boolean, message: string) =>
  places.filter(([, value]) => wrong(value)).map(([option]) => ({ option, message }))

export const SAFETY_RULES = {
  'own-identity': {
    where: 'everywhere',
    sentence: 'Every merchant has its own ID and its own host secret.',
    judge: twins,
  },
  'keys-of-environment': {
    where: 'everywhere',
    sentence:
      'The API keys belong to the environment: no `tb_test_…` in production, no `tb_live_…` in the sandbox.',
    judge: keysElsewhere,
  },
  'encrypted-addresses': {
    where: 'production',
    sentence:
      'The addresses of the BFF and of the upstream, and the origins of the pages, are https. http is for this machine only. Webhook and frame addresses are held to it in the sandbox, too.',
    judge: (options) =>
      all(
        addressesOf(options),
        (url) => !isEncrypted(url),
        'must be https in production; http is for this machine only.',
      ),
  },
  'encrypted-store': {
    where: 'production',
    sentence:
      'The connection to PostgreSQL on another machine is encrypted, or its URL says `sslmode=disable`.',
    judge: ({ store }) =>
      typeof store === 'string'
        ? all(
            [['store', store]],
            isUnencryptedByDefault,
            'must encrypt the connection to PostgreSQL: add ?sslmode=verify-full; or say sslmode=disable where the network encrypts.',
          )
        : [],
  },
  'bound-tokens': {
    where: 'production',
    sentence: 'Tokens are bound to the key of their page: `dpop` is not `false`.',
    judge: ({ dpop }) =>
      dpop
        ? []
        : [
            {
              option: 'dpop',
              message: 'must be true in production: a stolen token could be used elsewhere.',
            },
          ],
  },
  'strong-secrets': {
    where: 'production',
    sentence:
      'A secret has at least eight different characters, repeats no part, and is no row of neighbours such as `abcdef`.',
    judge: (options) =>
      all(
        secretsOf(options),
        isWeakSecret,
        'must be random: it repeats few characters or a part of itself. Make one with: openssl rand -base64 32.',
      ),
  },
  'separate-secrets': {
    where: 'production',
    sentence: 'No secret serves two purposes: `secret`, host secrets and webhook secrets all differ.',
    judge: sharedSecrets,
  },
} as const satisfies Readonly<Record<string, SafetyRule>>

/** A rule as it judges a configuration. */
export interface JudgedRule extends Pick<SafetyRule, 'sentence'> {
  readonly name: string
  /** Whether the rule applies to the environment of the configuration. */
  readonly applies: boolean
  readonly problems: readonly ConfigProblem[]
}

/** The judgment of every rule, also of those that do not apply to the environment. */
export const judgeRules = (options: JudgedOptions): readonly JudgedRule[] =>
  Object.entries<SafetyRule>(SAFETY_RULES).map(([name, { where, sentence, judge }]) => ({
    name,
    sentence,
    applies: where === 'everywhere' || options.upstream.environment === 'production',
    problems: judge(options),
  }))

/** The problems of a configuration whose options are valid each by itself. */
export const safetyProblems = (options: JudgedOptions): readonly ConfigProblem[] =>
  judgeRules(options).flatMap(({ applies, problems }) => (applies ? problems : []))
