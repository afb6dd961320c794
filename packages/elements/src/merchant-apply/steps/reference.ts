// The short form of an ID, which people read out.
import { shortReference } from '@tapboard/contract'

/** The longest ID that is shown as it is. */
const SHOWN = 12

/** The ID itself if it is short; otherwise its last eight characters in two groups, in capitals. */
export function referenceOf(id: string): string {
  if (id.length <= SHOWN) return id
  return shortReference(id)
}
