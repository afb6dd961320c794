// The policy of a page, and the tags that hold it to the bytes of the one-file builds, as the build writes them beside its files; a site that was built without
// it says so.
import { policy } from '../../host/security.ts'
import { fence, readOptional } from './files.ts'

/** The policy that this site is served with, as a header for a page whose BFF is elsewhere. */
export const policyHeader = (): string =>
  fence(
    `Content-Security-Policy:\n  ${policy(['https://pay.shop.example']).replaceAll('; ', ';\n  ')}`,
    'http',
  )

/** `terminal-pay` or `merchant-apply`: the tag of its first file, and the import map for those that come later. */
export function integrityTags(element: string): string {
  const tags = readOptional(`packages/elements/dist/browser/${element}.tag.html`)
  return tags === null
    ? 'This site was built without the one-file builds: `npm run build` writes them, their hashes and these tags, and builds this page with them.'
    : fence(tags.trimEnd(), 'html')
}
