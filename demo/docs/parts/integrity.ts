// The tags that hold a page to the bytes of the one-file builds. The hashes are those of `sri.json` beside the build; a site that
// was built without it says so.
import { fence, readOptional } from './files.ts'

type Hashes = Readonly<Record<string, { readonly integrity: string; readonly size: number }>>

const SRI = 'packages/elements/dist/browser/sri.json'

/** What stands where a hash is not known. */
const UNKNOWN = 'sha384-…'

/** `terminal-pay` or `merchant-apply`: the tag of its first file, and the import map for those that come later. */
export function integrityTags(element: string): string {
  const text = readOptional(SRI)
  const hashes = (text === null ? {} : JSON.parse(text)) as Hashes
  const later = Object.entries(hashes).filter(([name]) => name.startsWith(`${element}-`))
  const map = {
    integrity: Object.fromEntries(
      later.length > 0
        ? later.map(([name, { integrity }]) => [`/${name}`, integrity])
        : [[`/${element}-….js`, UNKNOWN]],
    ),
  }
  const tags = [
    '<script type="importmap">',
    JSON.stringify(map, null, 2),
    '</script>',
    `<script type="module" src="/${element}.js"`,
    `  integrity="${hashes[`${element}.js`]?.integrity ?? UNKNOWN}"></script>`,
  ].join('\n')
  return text === null
    ? `${fence(tags, 'html')}\n\nThis site was built without the one-file builds: \`npm run build\` writes them and their hashes, and builds this page with the real ones.`
    : fence(tags, 'html')
}
