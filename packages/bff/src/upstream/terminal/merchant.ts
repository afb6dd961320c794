// The upstream of one merchant: client, sender, and its known behaviour beyond the specification (D-14, D-16). All of them
// are ports, so that a simulation can replace them.
import type { UpstreamClient } from './client.ts'
import type { Sender } from './initiate.ts'

/** Known behaviour of an upstream where the specification is silent. By default every feature is off or unknown. */
export interface UpstreamFeatures {
  /** The upstream has `POST /v1/Session/cancel`. */
  readonly cancel: boolean
  /** The upstream holds a read open (`Prefer: wait=N`). */
  readonly longPoll: boolean
  /** The upstream's answer to a repeated external ID; `unknown` forbids any resend. */
  readonly repeat: 'unknown' | 'refuses' | 'replays'
  /** `authoritative`: a look-up by external ID that finds nothing proves that there is nothing. */
  readonly lookup: 'none' | 'authoritative'
  /** A read of a device returns its live session; the fence of a terminal can then end early. */
  readonly deviceSession: boolean
  /** The upstream has the reporting API. */
  readonly details: boolean
}

export interface MerchantUpstream {
  /** Identifies the upstream in device and session locks: the base URL, which a change of key does not change. */
  readonly id: string
  readonly client: UpstreamClient
  readonly sender: Sender
  readonly features: UpstreamFeatures
  /** Reads per second that this key may make; default 20. */
  readonly readsPerSecond?: number
}

/** Finds a merchant's upstream; `null` for a merchant that is not configured. */
export type MerchantLookup = (merchant: string) => MerchantUpstream | null
