// Content security policy of a page, and script tags with SRI hashes from the build; a site built without them
// states so.
import { policy } from '../../host/security.ts'
import { fence, readOptional } from './files.ts'

/** Renders the site's policy as a header for a page with a remote BFF. */
export const policyHeader = (): string =>
  fence(
    `Content-Security-Policy:\n  ${policy(['https://pay.shop.example']).replaceAll('; ', ';\n  ')}`,
    'http',
  )

const NOT_BUILT =
  'This site was built without the one-file builds: `npm run build` writes them, their hashes and these tags, and builds this page with them.'

/** The first element of a page; a site without the builds says so once. */
const FIRST = 'terminal-pay'

const tagsIn = (element: string, kind: 'tag' | 'cdn'): string => {
  const tags = readOptional(`packages/elements/dist/browser/${element}.${kind}.html`)
  if (tags === null) return element === FIRST ? NOT_BUILT : ''
  return fence(tags.trimEnd(), 'html')
}

/** Renders the tags of an element for a content delivery network that serves packages: the address has the exact version. */
export const cdnTags = (element: string): string => tagsIn(element, 'cdn')

/** Renders the tag of `terminal-pay` or `merchant-apply`, with the import map of its later files. */
export const integrityTags = (element: string): string => tagsIn(element, 'tag')
