// Events of the manifest, and types from their sources.
import { fence, readOptional } from './files.ts'
import { declarationOf } from './manifest.ts'

/** Puts the members of `{ devices: DeviceView[]; sale: Sale | null }` on separate lines. */
const broken = (type: string): string =>
  type.length < 60 ? type : type.replace(/^\{ /, '{\n  ').replaceAll('; ', '\n  ').replace(/ \}$/, '\n}')

/** Renders every event of an element with the type of its `detail`. */
export const eventDetails = (tag: string): string =>
  (declarationOf(tag).events ?? [])
    .map(({ name, description = '', detail }) =>
      [`### ${name}`, description, fence(`detail: ${broken(detail?.text ?? 'null')}`, 'ts')].join('\n\n'),
    )
    .join('\n\n')

/** Renders the type `path name` from its source, without its comment. */
export function typeFrom(argument: string): string {
  const [path = '', name = ''] = argument.split(' ')
  const source = readOptional(path)
  if (source === null) throw new Error(`There is no ${path}.`)
  const begin = source.search(new RegExp(`^export (?:type|interface|const) ${name}\\b`, 'm'))
  if (begin < 0) throw new Error(`${path} has no ${name}.`)
  const rest = source.slice(begin)
  const end = /\n(?=\n|\/\*\*|export )/.exec(rest)?.index ?? rest.length
  return fence(rest.slice(0, end).replace(/^export /, ''), 'ts')
}
