// A terminal as a page sees it.
import * as z from 'zod/mini'

/** A device as shown to the page; never the full serial number. */
export const DeviceView = z.object({
  id: z.string(),
  name: z.string(),
  make: z.string(),
  /** Last digits of the serial number. */
  serialEnding: z.string(),
  status: z.enum(['CONNECTED', 'DISCONNECTED', 'UNKNOWN']),
  /** Age of the status at the time of the answer, in ms. */
  ageMs: z.number(),
  /** Set while another sale holds the terminal; `freeInMs` is known if that sale is in doubt. */
  hold: z._default(z.nullable(z.object({ freeInMs: z.nullable(z.number()) })), null),
})

export type DeviceView = z.infer<typeof DeviceView>
