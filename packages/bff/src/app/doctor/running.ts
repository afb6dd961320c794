// Checks whether the BFF runs at its public URL and accepts the origins of its pages.
import { about, type Finding } from './finding.ts'

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

const TIMEOUT_MS = 5_000

const asked = async (fetch: Fetch, url: string, init: RequestInit): Promise<Response | null> => {
  try {
    return await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
  } catch {
    return null
  }
}

/** Requests readiness and a preflight for each origin at the public URL. */
export async function examineRunning(
  publicUrl: string,
  origins: readonly string[],
  fetch: Fetch,
): Promise<Finding[]> {
  const { ok, warn, fail } = about('running')
  const ready = await asked(fetch, `${publicUrl}/health/ready`, {})
  if (ready === null)
    return [
      warn(
        'bff-not-running',
        `Nothing answers at ${publicUrl}: start "npx tapboard-bff", or run this command where that address is reachable.`,
      ),
    ]
  const body: unknown = await ready.json().catch(() => null)
  if (typeof body !== 'object' || body === null || ready.status === 404)
    return [
      fail(
        'bff-not-running',
        `The server at ${publicUrl} is not the BFF: check TAPBOARD_PUBLIC_URL, the mount path, and the proxy.`,
      ),
    ]
  if (ready.status !== 200)
    return [
      fail(
        'not-healthy',
        `The BFF runs but is not ready.${'detail' in body ? ` It says: ${String(body.detail)}` : ''} Check its log.`,
      ),
    ]
  const strangers: string[] = []
  for (const origin of origins) {
    const headers = {
      origin,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'dpop',
    }
    const preflight = await asked(fetch, `${publicUrl}/v1/checkout`, { method: 'OPTIONS', headers })
    if (preflight?.headers.get('access-control-allow-origin') !== origin) strangers.push(origin)
  }
  return strangers.length === 0
    ? [ok(`The BFF is ready at ${publicUrl} and accepts: ${origins.join(', ')}.`)]
    : [
        fail(
          'origin-not-allowed',
          `The running BFF does not accept ${strangers.join(', ')}: restart it with this configuration; a proxy must forward OPTIONS.`,
        ),
      ]
}

/** Checks whether the host's server answers; sends no event. */
export async function examineWebhook(merchant: string, url: string, fetch: Fetch): Promise<Finding> {
  const { ok, warn } = about(`webhook (${merchant})`)
  return (await asked(fetch, url, { method: 'OPTIONS' })) === null
    ? warn(
        'webhook-unreachable',
        `Nothing answers at ${new URL(url).origin}: deliveries are retried for 24 hours.`,
      )
    : ok(`${new URL(url).origin} answers; the first event will show whether it accepts events.`)
}
