// Imported before and after a test file of which an engine runs a sample (`engines.ts`). Of the tests with a title `like` the pattern,
// `?every=5` registers the first of each five and `?every=5&rest` the other four. The sample has all tests with other titles.
const asked = new URL(import.meta.url).searchParams
const every = Number(asked.get('every') ?? 1)
const isRest = asked.has('rest')
const like = new RegExp(asked.get('like') ?? '')

/** `it` of mocha, which the first import of this module keeps. */
const original = (globalThis.tapboardIt ??= globalThis.it)

let count = -1
const isFirst = (title) => {
  if (!like.test(title)) return true
  count += 1
  return count % every === 0
}

const sampling = (title, ...test) => (isFirst(title) === isRest ? undefined : original(title, ...test))

globalThis.it = every === 1 ? original : Object.assign(sampling, original)
