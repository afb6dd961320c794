// All English texts of <terminal-desk>, for tests, documentation and hosts. The element does not import it.
import { DETAILS_ENGLISH } from './details.strings.ts'
import { EXPORT_ENGLISH } from './export.strings.ts'
import { REFUND_ENGLISH } from './refund.strings.ts'
import { SETTLE_ENGLISH } from './settle.strings.ts'
import { DESK_ENGLISH as BASE, type DeskStrings } from './terminal-desk.strings.ts'

/** All texts of `<terminal-desk>` in English. */
export const DESK_ENGLISH: DeskStrings = {
  ...BASE,
  ...DETAILS_ENGLISH,
  ...EXPORT_ENGLISH,
  ...REFUND_ENGLISH,
  ...SETTLE_ENGLISH,
}
