// Containers without an engine: the file system of this machine under a layer of its own, in namespaces of its own. A stage of a
// Dockerfile is made by its real instructions at their real paths, and its image runs as an engine runs it with `--read-only`,
// `--cap-drop ALL` and `no-new-privileges`: the same entrypoint, user, environment and signals, as process 1. Only the base differs:
// it is this machine with its Node.
import { execFile, execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { until } from '../../kit/until.ts'
import type { Stage } from './dockerfile.ts'

/** A command with the rights of root. */
const asSuperuser = (program: string, args: readonly string[]): [string, string[]] =>
  process.getuid?.() === 0 ? [program, [...args]] : ['sudo', ['-n', program, ...args]]

/** Mounts the root of a container in `$1`, with layer `$2`, and the folders `outside:inside` that follow until `--`. */
const MOUNT = `set -eu
base=$1; layer=$2; node=$3; shift 3
mkdir -p "$base/root" "$base/work" "$layer"
mount -t overlay overlay -o "lowerdir=/,upperdir=$layer,workdir=$base/work" "$base/root"
mkdir -p "$base/root/usr/local/bin"
touch "$base/root/usr/local/bin/node"
mount --bind "$node" "$base/root/usr/local/bin/node"
mount --rbind /dev "$base/root/dev"
while [ "$1" != -- ]; do
  outside=\${1%%:*}; inside=\${1#*:}; shift
  mkdir -p "$base/root$inside"
  mount --bind "$outside" "$base/root$inside"
done
shift
`
const BUILD = `${MOUNT}mount -t proc proc "$base/root/proc"
exec chroot "$base/root" "$@"`
const RUN = `${MOUNT}mount -t proc proc "$base/root/proc"
mount -o remount,ro "$base/root"
user=$1; group=$2; folder=$3; shift 3
exec chroot "$base/root" setpriv --reuid="$user" --regid="$group" --clear-groups --no-new-privs --bounding-set=-all \\
  --inh-caps=-all env --chdir="$folder" "$@"`

type Variables = Readonly<Record<string, string>>

const assignments = (variables: Variables): string[] =>
  Object.entries(variables).map(([name, value]) => `${name}=${value}`)

/** A folder of this machine inside the container. */
export interface Mounted {
  readonly outside: string
  readonly inside: string
}

/** The arguments of `unshare` for a script of this file, up to the command that it runs. */
const namespaced = (script: string, base: string, layer: string, folders: readonly Mounted[]): string[] => [
  '--mount',
  '--pid',
  '--fork',
  '--kill-child',
  'sh',
  '-c',
  script,
  'sh',
  base,
  layer,
  process.execPath,
  ...folders.map(({ outside, inside }) => `${outside}:${inside}`),
  '--',
]

/** Whether this machine lets the tests make namespaces and layers. */
export function canContain(): boolean {
  if (process.platform !== 'linux') return false
  const base = mkdtempSync(join(tmpdir(), 'tapboard-container-'))
  try {
    const command = asSuperuser('unshare', [...namespaced(BUILD, base, join(base, 'layer'), []), 'true'])
    return spawnSync(...command, { stdio: 'ignore' }).status === 0
  } finally {
    rmSync(base, { recursive: true, force: true })
  }
}

export interface Container {
  /** Everything it has printed. */
  output(): string
  /** The ID of its process 1 on this machine. */
  pid(): number
  /** Runs a command in a container of the same image; resolves to its exit code. */
  exec(command: readonly string[]): Promise<number>
  /** Resolves to its exit code. */
  ended(): Promise<number | null>
  /** Sends a signal to its process 1; resolves to the exit code. */
  stop(signal: string): Promise<number | null>
  kill(): Promise<void>
}

/** The images of one Dockerfile, in a folder of their own. */
export class ImageBuilder {
  readonly #folder = mkdtempSync(join(tmpdir(), 'tapboard-image-'))
  #count = 0

  /** Where the layer of a stage is. */
  layer(stage: string): string {
    return join(this.#folder, stage)
  }

  #base(): string {
    this.#count += 1
    const base = join(this.#folder, `base-${this.#count}`)
    mkdirSync(base)
    return base
  }

  /** Runs the instructions of a stage; `folders` are the build context. */
  async build(stage: Stage, folders: readonly Mounted[], variables: Variables): Promise<void> {
    const layer = this.layer(stage.name)
    mkdirSync(layer)
    for (const { from, source, target, owner } of stage.copies) {
      const to = join(layer, target)
      mkdirSync(join(to, '..'), { recursive: true })
      execFileSync('cp', ['--archive', join(this.layer(from), source), to])
      if (owner !== null) execFileSync('chown', [owner, to])
    }
    for (const run of stage.runs) {
      const command = run.replace(/^(--\S+\s+)*/, '')
      const args = [
        ...namespaced(BUILD, this.#base(), layer, folders),
        'env',
        '-i',
        'PATH=/usr/local/bin:/usr/bin:/bin',
        ...assignments(variables),
        'sh',
        '-c',
        `mkdir -p ${stage.folder}; cd ${stage.folder}; ${command}`,
      ]
      // Never blocks: a registry of this process may answer.
      await promisify(execFile)(...asSuperuser('unshare', args))
    }
  }

  #launch(stage: Stage, command: readonly string[], folders: readonly Mounted[], variables: Variables) {
    const [user = '', group = ''] = stage.user.split(':')
    const args = [
      ...namespaced(RUN, this.#base(), this.layer(stage.name), folders),
      user,
      group,
      stage.folder,
      '-i',
      ...assignments({ ...stage.environment, ...variables }),
      ...command,
    ]
    const child = spawn(...asSuperuser('unshare', args), { stdio: ['ignore', 'pipe', 'pipe'] })
    const end = (): void => void child.kill('SIGKILL')
    process.once('exit', end)
    child.once('exit', () => process.off('exit', end))
    return child
  }

  /** Starts the image's entrypoint with `command` in place of its own, if there is one. */
  run(
    stage: Stage,
    command: readonly string[],
    folders: readonly Mounted[],
    variables: Variables,
  ): Container {
    const words = [...stage.entrypoint, ...(command.length > 0 ? command : stage.command)]
    const child = this.#launch(stage, words, folders, variables)
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => void (output += text))
    const end = once(child, 'exit').then(([code]) => code as number | null)
    const pid = (): number =>
      Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim())
    return {
      output: () => output,
      pid,
      exec: async (words_) => codeOf(this.#launch(stage, words_, folders, variables)),
      ended: () => end,
      stop(signal) {
        process.kill(pid(), signal as NodeJS.Signals)
        return end
      },
      async kill() {
        child.kill('SIGKILL')
        await end
      },
    }
  }

  /** Removes all layers. */
  remove(): void {
    execFileSync(...asSuperuser('rm', ['-rf', this.#folder]))
  }
}

async function codeOf(child: ChildProcess): Promise<number> {
  child.stdout?.resume()
  child.stderr?.resume()
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? -1
}

/** Waits until a container has printed an address; fails with its output if it ends before. */
export const untilSaid = (container: Container, expected: RegExp): Promise<string> =>
  until(`the container says ${String(expected)}`, () => expected.exec(container.output())?.[1])
