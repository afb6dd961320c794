// Makes an error that comes after the end of its test fail the run. Mocha notices a throw in a timer, but no rejected promise, and
// nothing after the last test.

/** How long the page stays after the last test. */
const LATE_MS = 100

addEventListener('unhandledrejection', (event) => {
  // A test that expects the rejection listens later than this module and calls `preventDefault`.
  setTimeout(() => {
    if (!event.defaultPrevented) throw event.reason
  })
})

after(() => new Promise((resolve) => setTimeout(resolve, LATE_MS)))
