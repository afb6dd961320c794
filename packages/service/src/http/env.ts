// Values that belong to one request of the HTTP application.
import type { Peer } from '@tapboard/server'

/** Variables of a request, and the connection that it came from. */
export type RequestEnv = {
  Variables: { reference: string; route: string }
  Bindings: { readonly peer?: Peer | undefined }
}
