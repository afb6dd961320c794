// nginx, HAProxy and Caddy of this machine, as a process before a BFF and a service. They run the configuration that we publish: only its
// names, addresses, ports and files are replaced. The folder, the pid file and the ports are their own, so they need no rights.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { get as secureGet } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeCertificates, type Certificates } from './certificate.ts'
import { findProgram } from './find-program.ts'
import { ROOT } from './process.ts'
import { freePort } from '@tapboard/server/testing/ports'
import { until } from './until.ts'

export type ProxyKind = 'nginx' | 'haproxy' | 'caddy'

/** The published configurations, from the repository's root. */
export const CONFIGURATIONS: Readonly<Record<ProxyKind, string>> = {
  nginx: 'packages/bff/deploy/nginx.conf',
  haproxy: 'packages/bff/deploy/haproxy.cfg',
  caddy: 'packages/bff/deploy/Caddyfile',
}

/** Addresses of BFFs, services and of the listener for the shop's own server, in every configuration. */
const ADDRESSES = [
  '127.0.0.1:4299',
  '127.0.0.1:4300',
  '127.0.0.1:4301',
  '127.0.0.1:4010',
  '127.0.0.1:4011',
] as const

/** The values that an operator replaces in each configuration. */
export const PLACEHOLDERS: Readonly<Record<ProxyKind, readonly string[]>> = {
  nginx: [
    'listen 443',
    'pay.example',
    'terminals.example',
    ...ADDRESSES,
    '/etc/ssl/tapboard/certificate.pem',
    '/etc/ssl/tapboard/key.pem',
    '10.0.0.0/8',
  ],
  haproxy: [
    'bind :443',
    'pay.example',
    'terminals.example',
    ...ADDRESSES,
    '/etc/ssl/tapboard/certificate-and-key.pem',
    '10.0.0.0/8',
  ],
  caddy: ['\n{\n', ':443 {', '\npay.example {', '\nterminals.example {', ...ADDRESSES, '10.0.0.0/8'],
}

/** A running proxy. Its certificate names `localhost`, which is the BFF, and `127.0.0.1`, which is the service. */
export interface Proxy {
  readonly kind: ProxyKind
  readonly port: number
  /** Address of the BFF, `https://localhost:…`. */
  readonly bffUrl: string
  /** Address of the service, `https://127.0.0.1:…`. */
  readonly serviceUrl: string
  /** Address of the BFF for the shop's own server. */
  readonly ownUrl: string
  /** The authority that signed its certificate, and a file with it. */
  readonly authority: string
  readonly authorityFile: string
  close(): Promise<void>
}

/** The ports on loopback of the servers, two of each kind or one of them twice; they may open later than the proxy. */
interface Behind {
  readonly bffPorts: readonly [number, number]
  readonly servicePorts: readonly [number, number]
}

const fill = (kind: ProxyKind, values: Readonly<Record<string, string>>): string => {
  let text = readFileSync(ROOT + CONFIGURATIONS[kind], 'utf8')
  for (const placeholder of PLACEHOLDERS[kind]) {
    const value = values[placeholder]
    if (value === undefined) throw new Error(`${placeholder} has no value`)
    text = text.replaceAll(placeholder, value)
  }
  return text
}

/** The ports on which the proxy listens. */
interface Listening {
  readonly port: number
  readonly ownPort: number
}

function writeFiles(
  folder: string,
  kind: ProxyKind,
  { port, ownPort }: Listening,
  behind: Behind,
  made: Certificates,
) {
  const file = (name: string, text: string): string => {
    const path = join(folder, name)
    writeFileSync(path, text, { mode: 0o600 })
    return path
  }
  const certificate = file('certificate.pem', made.certificate)
  const key = file('key.pem', made.key)
  const site = (name: string): string =>
    `\nhttps://${name}:${port} {\n\tbind 127.0.0.1\n\ttls ${certificate} ${key}\n`
  const values = {
    'listen 443': `listen 127.0.0.1:${port}`,
    'bind :443': `bind 127.0.0.1:${port}`,
    // No certificate of an authority, no administration, no redirection from port 80.
    '\n{\n': `\n{\n\tadmin off\n\tauto_https off\n\tstorage file_system ${folder}\n`,
    ':443 {': site(''),
    '\npay.example {': site('localhost'),
    '\nterminals.example {': site('127.0.0.1'),
    '127.0.0.1:4299': `127.0.0.1:${ownPort}`,
    '127.0.0.1:4300': `127.0.0.1:${behind.bffPorts[0]}`,
    '127.0.0.1:4301': `127.0.0.1:${behind.bffPorts[1]}`,
    '127.0.0.1:4010': `127.0.0.1:${behind.servicePorts[0]}`,
    '127.0.0.1:4011': `127.0.0.1:${behind.servicePorts[1]}`,
    'pay.example': 'localhost',
    'terminals.example': '127.0.0.1',
    '/etc/ssl/tapboard/certificate.pem': certificate,
    '/etc/ssl/tapboard/key.pem': key,
    '/etc/ssl/tapboard/certificate-and-key.pem': file('both.pem', made.certificate + made.key),
    '10.0.0.0/8': '192.0.2.0/24',
  }
  const published = file(`tapboard-${kind}`, fill(kind, values))
  if (kind !== 'nginx') return published
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n')
  // Started by root, its worker would be another user, who cannot open the folder.
  const user = process.getuid?.() === 0 ? 'user root;\n' : ''
  return file(
    'nginx.conf',
    `${user}daemon off;\nworker_processes 1;\npid ${folder}/pid;\nerror_log stderr warn;\nevents { worker_connections 512; }\n` +
      `http {\naccess_log off;\n${temporary}\ninclude ${published};\n}\n`,
  )
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/** Status of a GET through a proxy; 0 without an answer. */
const statusOf = (url: string, authority: string): Promise<number> =>
  new Promise((resolve) => {
    const asked = (url.startsWith('https:') ? secureGet : get)(
      url,
      { ca: authority, agent: false },
      (answer) => {
        answer.resume()
        resolve(answer.statusCode ?? 0)
      },
    )
    asked.once('error', () => resolve(0))
  })

/** Waits until a proxy, which may ask its servers for their health, sends requests to both. */
export async function untilLeads({ kind, ownUrl, serviceUrl, authority }: Proxy): Promise<void> {
  for (const url of [`${ownUrl}/health/ready`, `${serviceUrl}/openapi.json`])
    await until(`${kind} leads to ${url}`, async () => (await statusOf(url, authority)) === 200)
}

/** Starts a proxy on a free port and waits until it listens. */
export async function startProxy(kind: ProxyKind, behind: Behind): Promise<Proxy> {
  const program = findProgram(kind)
  if (program === null) throw new Error(`${kind} is not on this machine`)
  const folder = mkdtempSync(join(tmpdir(), `tapboard-${kind}-`))
  const made = makeCertificates()
  const port = await freePort()
  const ownPort = await freePort()
  const file = writeFiles(folder, kind, { port, ownPort }, behind, made)
  const authorityFile = join(folder, 'authority.pem')
  writeFileSync(authorityFile, made.authority)
  // In the foreground: the process that we start is the one that we end.
  const args: Readonly<Record<ProxyKind, readonly string[]>> = {
    nginx: ['-c', file, '-p', folder, '-e', 'stderr'],
    haproxy: ['-db', '-f', file],
    caddy: ['run', '--config', file, '--adapter', 'caddyfile'],
  }
  const child = spawn(program, args[kind], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Caddy writes its last configuration there.
    env: { PATH: process.env['PATH'], HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => void (output += text))
  const end = (): void => void child.kill('SIGTERM')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  await until(`${kind} listens`, () => {
    if (child.exitCode !== null) throw new Error(`${kind} ended with ${child.exitCode}:\n${output}`)
    return listens(port)
  })
  return {
    kind,
    port,
    bffUrl: `https://localhost:${port}`,
    serviceUrl: `https://127.0.0.1:${port}`,
    ownUrl: `http://127.0.0.1:${ownPort}`,
    authority: made.authority,
    authorityFile,
    async close() {
      if (child.exitCode === null && child.signalCode === null) {
        const gone = once(child, 'exit')
        child.kill('SIGTERM')
        await gone
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
