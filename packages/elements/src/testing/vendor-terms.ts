// The page of `vendor-terms.html`: accepts as soon as it gets the message. With `?silent` it never accepts; with `?late` it is
// ready only after the message, and asks for it again.
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
