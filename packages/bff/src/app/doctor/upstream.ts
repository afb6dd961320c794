// Checks whether the upstream answers and accepts the keys. Sends only reads: terminals, plans.
import type { CommandCode } from '@tapboard/contract'
import type { BffConfig } from '../config.ts'
import type { BoardingConfig } from '../../application/sign-up-config.ts'
import type { Merchant } from '../options.ts'
import { createBoardingClient } from '../../upstream/boarding/client.ts'
import { createClient } from '../../upstream/terminal/client.ts'
import type { UpstreamFault } from '../../upstream/transport/fault.ts'
import type { OneShotSender, Transport } from '../../upstream/transport/outbound-port.ts'
import { about, type Finding } from './finding.ts'

/** Opens a transport to an upstream. */
export type OpenTransport = (baseUrl: string) => Transport

const WHY: Readonly<
  Record<
    UpstreamFault['fault'],
    (variable: string, key: string, status?: UpstreamFault['busyStatus']) => string
  >
> = {
  unreachable: (variable) =>
    `Nothing answers at ${variable}: check the address, DNS, whether a firewall blocks outbound requests, and whether its certificate is trusted (NODE_EXTRA_CA_CERTS names a private authority).`,
  broken: (variable) =>
    `${variable} accepts the connection but sends no complete answer: try again, then contact its operator.`,
  busy: (variable, _key, status) =>
    status === 503
      ? `${variable} answers 503: it is overloaded, or cannot reach its store. Try again later, then contact its operator.`
      : `${variable} answers 429: the key is at its rate limit. Try again later.`,
  unauthorized: (_variable, key) =>
    `The key is not accepted: set ${key} to the key of this account and environment.`,
  refused: (variable, key) =>
    `${variable} refuses the request: check the permissions of ${key} and the dialect (TAPBOARD_UPSTREAM_DIALECT, TAPBOARD_BOARDING_CASE).`,
  garbled: (variable) =>
    `The server at ${variable} is not this API: check the address, without /v1, and any proxies.`,
  aborted: (variable) => `The request to ${variable} was aborted: try again.`,
}

const whyOf = ({ fault, busyStatus }: UpstreamFault, variable: string, key: string): string =>
  WHY[fault](variable, key, busyStatus)

/** The entry of a fault in the catalogue of errors. */
const codeOf = (fault: UpstreamFault['fault']): CommandCode =>
  fault === 'unauthorized' || fault === 'refused' ? 'upstream-refused' : 'upstream-unavailable'

export async function examineKeys(
  merchant: Pick<Merchant, 'id' | 'apiKey'>,
  config: Pick<BffConfig, 'terminalUrl' | 'dialect'>,
  open: OpenTransport,
): Promise<Finding> {
  const { ok, warn, fail } = about(`keys (${merchant.id})`)
  const transport = open(config.terminalUrl)
  const { apiKey } = merchant
  const client = createClient({ apiKey, dialect: config.dialect }, transport)
  try {
    const list = await client.listDevices()
    if (list.kind === 'fault')
      return fail(
        codeOf(list.fault),
        whyOf(list, 'TAPBOARD_TERMINAL_URL', 'apiKey (TAPBOARD_MERCHANT_API_KEY)'),
      )
    const devices = list.kind === 'found' ? list.value : []
    if (devices.length === 0)
      return warn(
        'terminal-missing',
        'The key is accepted; no terminal is registered yet: <terminal-pay setup> registers one.',
      )
    const connected = devices.filter(({ status }) => status === 'CONNECTED').length
    return connected === 0
      ? warn(
          'terminal-missing',
          `The key is accepted; none of the terminals (${devices.length}) is connected.`,
        )
      : ok(`The key is accepted; terminals: ${devices.length}, connected: ${connected}.`)
  } finally {
    await client.close()
  }
}

/** Asks the reporting API about a transaction that does not exist; `null` without a separate reporting API. */
export async function examineReporting(
  { id, apiKey }: Merchant,
  {
    terminalUrl,
    reportingUrl,
    dialect,
    features,
  }: Pick<BffConfig, 'terminalUrl' | 'reportingUrl' | 'dialect' | 'features'>,
  open: OpenTransport,
): Promise<Finding | null> {
  if (reportingUrl === terminalUrl || !features.details) return null
  const { ok, fail } = about(`reporting (${id})`)
  const client = createClient({ apiKey, dialect }, open(reportingUrl))
  try {
    const report = await client.report('0')
    // An API may refuse a reference that it does not know.
    return report.kind === 'fault' && report.fault !== 'refused'
      ? fail(
          codeOf(report.fault),
          whyOf(report, 'TAPBOARD_REPORTING_URL', 'apiKey (TAPBOARD_MERCHANT_API_KEY)'),
        )
      : ok('The reporting API accepts the key.')
  } finally {
    await client.close()
  }
}

/** Never used: a read of plans submits nothing. */
const NO_SENDER: OneShotSender = {
  send: () => Promise.reject(new Error('an examination submits nothing')),
  close() {},
}

/** Reads the plans that a partner's key may board. */
export async function examineBoarding(
  { id, boarding }: Merchant,
  config: BoardingConfig,
  open: OpenTransport,
): Promise<Finding | null> {
  if (boarding === undefined) return null
  const { ok, fail } = about(`sign-up (${id})`)
  const transport = open(config.url)
  const { nameCase, tokenPlace, phone } = config
  const client = createBoardingClient(
    { apiKey: boarding.apiKey, nameCase, tokenPlace, phone },
    transport,
    NO_SENDER,
  )
  try {
    const tiers = await client.getTiers()
    if (tiers.kind === 'fault')
      return fail(codeOf(tiers.fault), whyOf(tiers, 'TAPBOARD_BOARDING_URL', 'boarding.apiKey'))
    if (tiers.kind !== 'found')
      return fail('upstream-refused', WHY.refused('TAPBOARD_BOARDING_URL', 'boarding.apiKey'))
    return tiers.value.length === 0
      ? fail(
          'plan-missing',
          'The key is accepted, but it has no plan to board: ask its issuer for one (§5.2).',
        )
      : ok(`The key is accepted; plans: ${tiers.value.map(({ name }) => name).join(', ')}.`)
  } finally {
    await transport.close()
  }
}
