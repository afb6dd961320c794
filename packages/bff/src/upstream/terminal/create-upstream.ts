// Assembles one merchant's upstream from its configuration: client, sender and features.
import type { Dialect } from '@tapboard/contract'
import { createClient } from './client.ts'
import { InitiateSender, type InitiatePorts, type Software, type StartRequest } from './initiate.ts'
import type { MerchantUpstream, UpstreamFeatures } from './merchant.ts'
import type { Transport, UpstreamOutbound } from '../transport/outbound-port.ts'

/** Settings of one merchant's upstream. */
interface UpstreamConfig {
  /** `{base_url}` of the cloud terminal API, with or without a path. */
  readonly baseUrl: string
  /** The base of the reporting API; default `baseUrl`. */
  readonly reportingUrl?: string
  /** The request that starts a sale; default `session`. */
  readonly start?: StartRequest
  /** Send the order ID as `xInvoice`; default false. */
  readonly invoice?: boolean
  /** The API key; sent to the upstream only. Read at each request: a merchant's key can change. */
  readonly apiKey: string
  readonly dialect: Dialect
  /** Features beyond the specification; an absent one is off. */
  readonly features?: Partial<UpstreamFeatures>
  /** Reads per second that this key may make, with a burst of twice as many; default 20. */
  readonly readsPerSecond?: number
  /** Default `Tapboard` with its version. */
  readonly software?: Software
}

export interface UpstreamPorts extends InitiatePorts {
  readonly outbound: UpstreamOutbound
  /** Replaces the transport of `outbound`. */
  readonly transport?: Transport
}

/** The features of an upstream that implements only the specification. */
export const PLAIN_FEATURES: UpstreamFeatures = {
  cancel: false,
  longPoll: false,
  repeat: 'unknown',
  lookup: 'none',
  deviceSession: false,
  details: false,
}

const SOFTWARE: Software = { name: 'Tapboard', version: '0.0.0' }

/** An upstream with open connections; close it when the process ends. */
export interface RunningUpstream extends MerchantUpstream {
  close(): Promise<void>
}

export function createUpstream(config: UpstreamConfig, ports: UpstreamPorts): RunningUpstream {
  const { baseUrl, reportingUrl = baseUrl, start = 'session', dialect, invoice = false } = config
  const software = config.software ?? SOFTWARE
  const open = (url: string): Transport => ports.transport ?? ports.outbound.transport(url)
  const transport = open(baseUrl)
  const reporting = reportingUrl === baseUrl ? transport : open(reportingUrl)
  const client = createClient(config, transport, reporting)
  const sender = new InitiateSender(
    {
      get apiKey() {
        return config.apiKey
      },
      baseUrl,
      start,
      dialect,
      software,
      invoice,
    },
    ports,
  )
  return {
    id: new URL(baseUrl).href.replace(/\/+$/, ''),
    client,
    sender,
    features: { ...PLAIN_FEATURES, ...config.features },
    ...(config.readsPerSecond === undefined ? {} : { readsPerSecond: config.readsPerSecond }),
    async close() {
      sender.close()
      await client.close()
    },
  }
}
