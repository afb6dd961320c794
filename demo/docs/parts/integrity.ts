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

/** Renders the tag of `terminal-pay` or `merchant-apply`, with the import map of its later files. */
export function integrityTags(element: string): string {
  const tags = readOptional(`packages/elements/dist/browser/${element}.tag.html`)
  return tags === null
    ? 'This site was built without the one-file builds: `npm run build` writes them, their hashes and these tags, and builds this page with them.'
    : fence(tags.trimEnd(), 'html')
}
