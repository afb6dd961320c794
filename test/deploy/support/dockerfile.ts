// A Dockerfile as data: its stages with the instructions that an image is made of. Only the instructions of our files are read; any
// other one is an error, so that none is ignored.
import { readFileSync } from 'node:fs'
import { DockerfileParser, ModifiableInstruction } from 'dockerfile-ast'
import { ROOT } from '../../kit/process.ts'

/** The published Dockerfiles, from the repository's root. */
export const DOCKERFILES = {
  bff: 'packages/bff/deploy/docker/bff.Dockerfile',
  service: 'packages/bff/deploy/docker/service.Dockerfile',
} as const

export type ImageName = keyof typeof DOCKERFILES

interface Copied {
  readonly from: string
  readonly source: string
  readonly target: string
  readonly owner: string | null
}

export interface Stage {
  readonly name: string
  readonly folder: string
  readonly runs: readonly string[]
  readonly copies: readonly Copied[]
  readonly environment: Readonly<Record<string, string>>
  readonly user: string
  readonly stopSignal: string
  readonly healthcheck: readonly string[]
  readonly entrypoint: readonly string[]
  readonly command: readonly string[]
  readonly ports: readonly string[]
}

const list = (text: string): readonly string[] => JSON.parse(text) as readonly string[]

/** The pairs `NAME=value` of an `ENV` or `ARG`. */
const pairs = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(text.split(/\s+/).map((pair) => [pair.split('=')[0], pair.replace(/^[^=]*=?/, '')]))

function readCopy(text: string): Copied {
  const words = text.split(/\s+/)
  const flag = (name: string): string | null =>
    words.find((word) => word.startsWith(`--${name}=`))?.split('=')[1] ?? null
  const [source = '', target = ''] = words.filter((word) => !word.startsWith('--'))
  return { from: flag('from') ?? '', source, target, owner: flag('chown') }
}

function add(stage: Stage, keyword: string, text: string): Stage {
  switch (keyword) {
    case 'ARG':
      return stage
    case 'WORKDIR':
      return { ...stage, folder: text }
    case 'RUN':
      return { ...stage, runs: [...stage.runs, text] }
    case 'COPY':
      return { ...stage, copies: [...stage.copies, readCopy(text)] }
    case 'ENV':
      return { ...stage, environment: { ...stage.environment, ...pairs(text) } }
    case 'USER':
      return { ...stage, user: text }
    case 'EXPOSE':
      return { ...stage, ports: [...stage.ports, text] }
    case 'STOPSIGNAL':
      return { ...stage, stopSignal: text }
    case 'HEALTHCHECK':
      return { ...stage, healthcheck: list(text.replace(/^.*?CMD /, '')) }
    case 'ENTRYPOINT':
      return { ...stage, entrypoint: list(text) }
    case 'CMD':
      return { ...stage, command: list(text) }
    default:
      throw new Error(`${keyword} is not read`)
  }
}

/** The stages of a Dockerfile, the image last. */
export function readStages(image: ImageName): readonly Stage[] {
  const text = readFileSync(ROOT + DOCKERFILES[image], 'utf8')
  const stages: Stage[] = []
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    const keyword = instruction.getKeyword()
    const flags = instruction instanceof ModifiableInstruction ? instruction.getFlags() : []
    const content = [...flags.map(String), instruction.getRawArgumentsContent() ?? '']
      .join(' ')
      .replaceAll(/\\\n\s*/g, '')
    const last = stages.pop()
    if (keyword === 'FROM') {
      if (last !== undefined) stages.push(last)
      const name = / AS (\w+)$/.exec(content)?.[1] ?? 'image'
      const empty = { runs: [], copies: [], environment: {}, healthcheck: [], entrypoint: [], command: [] }
      stages.push({ name, folder: '/', user: '0:0', stopSignal: 'SIGTERM', ports: [], ...empty })
    } else if (last !== undefined) stages.push(add(last, keyword, content))
    // Only ARG may come before the first stage.
    else if (keyword !== 'ARG') throw new Error(`${keyword} is before FROM`)
  }
  return stages
}
