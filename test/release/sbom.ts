// Software bills of materials (CycloneDX): one for each published package, with its installed dependencies, and one for all of
// them. The same tree gives the same bytes.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../kit/process.ts'
import { packageName, PACKAGES } from '../packed/pack.ts'

const run = promisify(execFile)
const CYCLONEDX = join(ROOT, 'node_modules/@cyclonedx/cyclonedx-npm/bin/cyclonedx-npm-cli.js')

interface Component {
  readonly 'bom-ref': string
  readonly group?: string
  readonly name: string
  readonly version?: string
}

/** The part of a bill that is read here (CycloneDX 1.6). */
export interface Bill {
  readonly metadata: { readonly component: Component }
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[]
}

/** The packages that npm has installed for these workspaces; development tools are left out. */
async function billOf(names: readonly string[]): Promise<Bill> {
  const which = names.flatMap((name) => ['--workspace', `packages/${name}`])
  const options = [
    '--output-reproducible',
    '--omit',
    'dev',
    'peer',
    '--mc-type',
    'library',
    '--output-file',
    '-',
  ]
  const { stdout } = await run(process.execPath, [CYCLONEDX, ...options, ...which], {
    cwd: ROOT,
    maxBuffer: 2 ** 26,
  })
  return JSON.parse(stdout) as Bill
}

/** The bill of one package: it describes the package, and does not include the surrounding repository. */
export function about(name: string, bill: Bill): Bill {
  const root = bill.metadata.component['bom-ref']
  const own = bill.components.find(
    (one) => [one.group, one.name].filter(Boolean).join('/') === packageName(name),
  )
  if (!own) throw new Error(`npm lists no ${packageName(name)}: run "npm ci"`)
  return {
    ...bill,
    metadata: { ...bill.metadata, component: own },
    components: bill.components.filter((one) => one !== own),
    dependencies: bill.dependencies.filter(({ ref }) => ref !== root),
  }
}

/** `file name → bill`: one per package, and `all.cdx.json` of all. */
export async function bills(): Promise<ReadonlyMap<string, Bill>> {
  const made = new Map<string, Bill>()
  for (const name of PACKAGES)
    made.set(
      `${packageName(name).replace('@', '').replace('/', '-')}.cdx.json`,
      about(name, await billOf([name])),
    )
  return made.set('all.cdx.json', await billOf(PACKAGES))
}
