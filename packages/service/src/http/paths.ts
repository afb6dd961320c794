// Paths without case (D-02): the words of our paths match in any case, IDs keep theirs. Pure.

const WORDS = new Set(
  'v1 device session initiate cancel payments reportjson health live ready docs openapi.json boarding gettiers gettiernames submitgoapp agreement getapplication'.split(
    ' ',
  ),
)

/** The path with every word of ours in lower case. */
export const plainPath = (path: string): string =>
  path
    .split('/')
    .map((part) => (WORDS.has(part.toLowerCase()) ? part.toLowerCase() : part))
    .join('/')

/** A contract path in the router's form: `/v1/Device/{xDeviceId}` → `/v1/device/:xDeviceId`. */
export const routerPath = (path: string): string => plainPath(path).replace(/\{(\w+)\}/g, ':$1')
