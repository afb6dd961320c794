// The settings in `.env`: what is missing gets a value for this machine, what is there stays. Pure: text in, text out.
import { parseEnv } from 'node:util'

export type Variables = Readonly<Record<string, string | undefined>>

/** Addresses of the three servers. */
export interface Places {
  readonly bffPort: number
  readonly servicePort: number
  /** Port of the pages to try. */
  readonly pagesPort: number
  readonly publicUrl: string
  readonly terminalUrl: string
}

const BFF_PORT = 4300
const SERVICE_PORT = 4010

const local = (port: number): string => `http://localhost:${port}`

/** Port of a URL of this machine; `null` for another machine. */
function localPort(url: string): number | null {
  if (!URL.canParse(url)) return null
  const { protocol, hostname, port } = new URL(url)
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
    ? Number(port || 80)
    : null
}

/** The port of this machine that the developer's app listens on: that of the first origin of its pages. */
export function appPortOf({ TAPBOARD_MERCHANT_ORIGINS: origins = '' }: Variables): number | null {
  return localPort(origins.split(',')[0]?.trim() ?? '')
}

/** Variables that another first port changes. */
export function variablesOfPort(port: number, withoutBff: boolean): Variables {
  const service = withoutBff ? port : port + 2
  const upstream = {
    TAPBOARD_TERMINAL_URL: local(service),
    TAPBOARD_BOARDING_URL: `${local(service)}/boarding`,
  }
  return withoutBff
    ? upstream
    : { TAPBOARD_PUBLIC_URL: local(port), TAPBOARD_PORT: String(port), ...upstream }
}

/** Makes a secret of this length. */
export type RandomText = (length: number) => string

/** Makes values for the variables that `.env` does not have. */
export function missingVariables(known: Variables, random: RandomText): Variables {
  const terminalUrl = known['TAPBOARD_TERMINAL_URL'] || local(SERVICE_PORT)
  const all: Variables = {
    TAPBOARD_SECRET: random(43),
    TAPBOARD_STORE_URL: 'file:.tapboard/ledger.db',
    TAPBOARD_PUBLIC_URL: local(BFF_PORT),
    TAPBOARD_TERMINAL_URL: terminalUrl,
    TAPBOARD_BOARDING_URL: `${terminalUrl}/boarding`,
    TAPBOARD_UPSTREAM_ENVIRONMENT: 'sandbox',
    TAPBOARD_UPSTREAM_CANCEL: 'true',
    TAPBOARD_UPSTREAM_LONG_POLL: 'true',
    TAPBOARD_UPSTREAM_INVOICE: 'true',
    TAPBOARD_UPSTREAM_REPEAT: 'refuses',
    TAPBOARD_UPSTREAM_LOOKUP: 'authoritative',
    TAPBOARD_BOARDING_LOOKUP: 'true',
    TAPBOARD_MERCHANT_ID: 'shop',
    TAPBOARD_MERCHANT_NAME: 'My shop',
    TAPBOARD_MERCHANT_ORIGINS: 'http://localhost:3000',
    TAPBOARD_MERCHANT_HOST_SECRET: random(32),
  }
  return Object.fromEntries(Object.entries(all).filter(([name]) => !known[name]))
}

/** The addresses in the variables, or a sentence if they lead to another machine. */
export function placesOf(known: Variables, withoutBff: boolean): Places | { readonly fault: string } {
  const [publicUrl, terminalUrl] = [known['TAPBOARD_PUBLIC_URL'] ?? '', known['TAPBOARD_TERMINAL_URL'] ?? '']
  if (known['TAPBOARD_UPSTREAM_ENVIRONMENT'] !== 'sandbox')
    return {
      fault:
        'TAPBOARD_UPSTREAM_ENVIRONMENT in .env is not sandbox. Run "tapboard dev" in a folder of its own.',
    }
  const servicePort = localPort(terminalUrl)
  if (servicePort === null)
    return {
      fault: `TAPBOARD_TERMINAL_URL in .env is ${terminalUrl}, not this machine. Run the BFF with "npx tapboard-bff", or "tapboard dev" in a folder of its own.`,
    }
  const bffPort = Number(known['TAPBOARD_PORT'] ?? localPort(publicUrl) ?? BFF_PORT)
  return { bffPort, servicePort, pagesPort: (withoutBff ? servicePort : bffPort) + 1, publicUrl, terminalUrl }
}

/** A value as a shell and Node read it. */
const quoted = (value: string): string => (/^[\w.:/,@%+=-]*$/.test(value) ? value : `'${value}'`)

const FIRST_LINE = '# Settings of Tapboard on this machine. It holds secrets: do not commit it.'

/** The text with these variables: an existing line is replaced, a new one is added at the end. */
export function withVariables(text: string, values: Variables): string {
  let lines = text === '' ? [FIRST_LINE] : text.replace(/\n+$/, '').split(/\r?\n/)
  for (const [name, value] of Object.entries(values)) {
    const line = `${name}=${quoted(value ?? '')}`
    const isSet = lines.some((one) => one.startsWith(`${name}=`))
    lines = isSet ? lines.map((one) => (one.startsWith(`${name}=`) ? line : one)) : [...lines, line]
  }
  return `${lines.join('\n')}\n`
}

/** The variables in a text. */
export const variablesIn = (text: string): Variables => parseEnv(text)

/** The lines that a `.gitignore` lacks. */
export const missingIgnores = (text: string): readonly string[] => {
  const lines = new Set(text.split(/\r?\n/).map((line) => line.trim().replace(/^\//, '').replace(/\/$/, '')))
  return ['.env', '.tapboard/', 'node_modules/'].filter((line) => !lines.has(line.replace(/\/$/, '')))
}
