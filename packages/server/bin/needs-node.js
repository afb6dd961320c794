/** First import of a command: ends it with a sentence instead of failing inside a module. */
import { tooOld } from './node-version.js'

if (tooOld !== null) {
  console.error(tooOld)
  process.exit(1)
}
