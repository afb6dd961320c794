// Which checks run in which engine. A test runs in every engine unless it asks here.

declare global {
  /** Set before the first test in `npm run test:full`; see `test/wtr.config.mjs`. */
  var tapboardLongTests: true | undefined
}

/** True in the long version of the tests, `npm run test:full -- --only engines`. */
export const LONG = globalThis.tapboardLongTests === true

/**
 * True in Chromium, and in every engine in the long version: for the part of a test whose result seldom depends on the engine and
 * that takes many seconds.
 */
export const COSTLY_CHECKS = LONG || navigator.userAgent.includes('Chrome')
