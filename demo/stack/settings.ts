// Parses the arguments and environment of `npm start`. Pure: settings or an error sentence.
import { isIP } from 'node:net'
import { parseArgs } from 'node:util'
import { HOST } from './ports.ts'

export interface Settings {
  readonly ok: true
  readonly dir: string
  readonly port: number
  /** Address that site and service listen on; the BFF listens on loopback. */
  readonly host: string
  readonly storeUrl: string | null
  readonly upstream: OtherUpstream | null
}

export interface OtherUpstream {
  readonly terminalUrl: string
  readonly apiKey: string
  /** Its boarding API with a boarding key (§5.2); `null`: no sign-up page. */
  readonly boarding: { readonly url: string; readonly apiKey: string } | null
}

/** Settings, or an error sentence. */
type SettingsResult = Settings | { readonly ok: false; readonly message: string }

const wrong = (message: string): SettingsResult => ({ ok: false, message })

/** Default of the first port. */
const PORT = 8800

function parse(args: readonly string[]): { port?: string; data?: string; host?: string } | null {
  try {
    const text = { type: 'string' } as const
    return parseArgs({ args: [...args], options: { port: text, data: text, host: text } }).values
  } catch {
    return null
  }
}

/**
 * Parses `--port`, `--data`, `--host` and `PORT`, `HOST`, `STORE_URL`, `TERMINAL_URL`, `TERMINAL_API_KEY`,
 * `BOARDING_URL`, `BOARDING_API_KEY`; an argument overrides the environment.
 */
export function readSettings(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): SettingsResult {
  const given = parse(args)
  if (given === null)
    return wrong('npm start takes --port, --data and --host only, for example: npm start -- --port 8900.')
  const text = given.port ?? environment['PORT'] ?? String(PORT)
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65_533)
    return wrong('The port must be a whole number from 1 to 65533; the two after it are used as well.')
  const host = given.host ?? environment['HOST'] ?? HOST
  if (isIP(host) === 0)
    return wrong(
      'The host must be an IP address to listen on, for example 0.0.0.0 for every phone on the network.',
    )
  const storeUrl = environment['STORE_URL'] ?? null
  if (storeUrl !== null && !/^postgres(ql)?:\/\//.test(storeUrl))
    return wrong('STORE_URL must begin with postgres://; without it everything is kept in files.')
  const terminalUrl = environment['TERMINAL_URL']
  const apiKey = environment['TERMINAL_API_KEY']
  if (terminalUrl !== undefined && (apiKey ?? '') === '')
    return wrong('TERMINAL_URL needs TERMINAL_API_KEY as well: the key of your account at that service.')
  const boardingUrl = environment['BOARDING_URL']
  const boardingKey = environment['BOARDING_API_KEY'] ?? ''
  if (boardingUrl !== undefined && (terminalUrl === undefined || boardingKey === ''))
    return wrong(
      'BOARDING_URL needs TERMINAL_URL as well, and BOARDING_API_KEY: the key of an account that may board.',
    )
  const boarding = boardingUrl === undefined ? null : { url: boardingUrl, apiKey: boardingKey }
  return {
    ok: true,
    dir: given.data ?? '.tapboard',
    port,
    host,
    storeUrl,
    upstream: terminalUrl === undefined ? null : { terminalUrl, apiKey: apiKey ?? '', boarding },
  }
}
