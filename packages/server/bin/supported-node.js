/** First import of a package: throws a sentence before a module of it fails. */
import { tooOld } from './node-version.js'

if (tooOld !== null) throw new Error(tooOld)
