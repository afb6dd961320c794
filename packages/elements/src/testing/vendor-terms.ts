// The page of `vendor-terms.html`: agrees as soon as it is told to what; with `?silent` it never does, and with `?late` it is
// ready only after it was told, and asks.
function listen(): void {
  addEventListener('message', ({ data, origin }) => {
    const { type, application, tier, locale } = data as Readonly<Record<string, string>>
    if (type === 'tapboard-terms')
      parent.postMessage({ type, application, token: `agreed ${application} ${tier} ${locale}` }, origin)
  })
}

if (location.search === '') listen()
if (location.search === '?late')
  addEventListener(
    'message',
    () => {
      listen()
      parent.postMessage({ type: 'tapboard-terms' }, '*')
    },
    { once: true },
  )

export {}
