// The number of the operator's reverse proxies before the service.

/** Maximum number of proxies before the service. */
export const PROXIES_MAX = 10

/** Checks the number of proxies. */
export const isProxyCount = (count: number): boolean =>
  Number.isInteger(count) && count >= 0 && count <= PROXIES_MAX
