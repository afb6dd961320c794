// The page of `vendor-terms.html`: agrees as soon as it is told to what; with `?silent` it never does, and with `?late` it
// misses what it is told first, and asks.
let deaf = location.search === '?late'

addEventListener('message', ({ data, origin }) => {
  const { type, application, tier, locale } = data as Readonly<Record<string, string>>
  if (type !== 'tapboard-terms' || location.search === '?silent') return
  if (deaf) {
    deaf = false
    return parent.postMessage({ type }, origin)
  }
  parent.postMessage({ type, application, token: `agreed ${application} ${tier} ${locale}` }, origin)
})

export {}
