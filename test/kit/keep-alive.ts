// Connections that a test's client reuses.
import { Agent, type AgentOptions } from 'node:http'

/** Node's agent closes an idle connection before the server's announced `Keep-Alive: timeout` only if it has a timeout itself. */
const TIMEOUT_MS = 60_000

/** An agent that reuses connections and never sends a request on one that the server is closing. */
export const keepAliveAgent = (options: AgentOptions = {}): Agent =>
  new Agent({ ...options, keepAlive: true, timeout: TIMEOUT_MS })
