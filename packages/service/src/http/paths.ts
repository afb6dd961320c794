// Case-insensitive paths (D-02): static segments match in any case, IDs keep their case. Pure.

const STATIC_SEGMENTS = new Set(
  'v1 device session initiate cancel payments reportjson health live ready docs openapi.json dashboard boarding gettiers gettiernames submitgoapp agreement getapplication'.split(
    ' ',
  ),
)

/** Lower-cases the static segments of a path. */
export const plainPath = (path: string): string =>
  path
    .split('/')
    .map((part) => (STATIC_SEGMENTS.has(part.toLowerCase()) ? part.toLowerCase() : part))
    .join('/')

/** Converts a contract path for the router: `/v1/Device/{xDeviceId}` → `/v1/device/:xDeviceId`. */
export const routerPath = (path: string): string => plainPath(path).replace(/\{(\w+)\}/g, ':$1')
