// Events as the manifest lists them, and types as their sources declare them.
import { fence, readOptional } from './files.ts'
import { declarationOf } from './manifest.ts'

/** `{ devices: DeviceView[]; sale: Sale | null }` on lines of its own. */
const broken = (type: string): string =>
  type.length < 60 ? type : type.replace(/^\{ /, '{\n  ').replaceAll('; ', '\n  ').replace(/ \}$/, '\n}')

/** Every event of an element with the type of its `detail`. */
export const eventDetails = (tag: string): string =>
  (declarationOf(tag).events ?? [])
    .map(({ name, description = '', detail }) =>
      [`### ${name}`, description, fence(`detail: ${broken(detail?.text ?? 'null')}`, 'ts')].join('\n\n'),
    )
    .join('\n\n')

/** `path name`: a type as its source declares it, without the comment before it. */
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
