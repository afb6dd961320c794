// Reads the application's status from the BFF; the server never trusts the page.
import { ApplicationSnapshot, web } from '@tapboard/contract'
import { readFromBff } from '../read-from-bff.ts'
import type { TokenSource } from '../tokens.ts'

/** Reads an applicant's application: `false` if the applicant has no application, `null` if the BFF is unreachable. */
export const readApplicationState = (
  source: TokenSource,
  applicant: string,
): Promise<ApplicationSnapshot | false | null> =>
  readFromBff(
    source,
    web.readApplication.path.replace('{applicant}', encodeURIComponent(applicant)),
    ApplicationSnapshot,
  )
