// Where the parts of the in-page demo "are": names that no network can have (RFC 2606), so that a call which is not answered inside
// of the page fails at once instead of reaching anybody.

/** The BFF's public address. */
export const BFF_URL = 'https://bff.in-page.invalid'

/** The service. */
export const SERVICE_URL = 'https://service.in-page.invalid'

/** The service's terminal channel. */
export const TERMINAL_URL = 'wss://service.in-page.invalid/terminal'
