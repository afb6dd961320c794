// Origins of the in-page demo's servers: reserved names (RFC 2606), so that an unhandled request fails instead
// of reaching a network.

/** Public URL of the BFF. */
export const BFF_URL = 'https://bff.in-page.invalid'

export const SERVICE_URL = 'https://service.in-page.invalid'

/** URL of the service's terminal channel. */
export const TERMINAL_URL = 'wss://service.in-page.invalid/terminal'
