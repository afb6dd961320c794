// Service worker of the installed terminal: opens its page while the shop's server restarts. The page then waits for the
// service by itself. Pages come from the network first, files with a hash in their name from the cache first.
const CACHE = 'tapboard-terminal'
/** After this time a page comes from the cache. */
const WAIT_MS = 4_000

/** All addresses of the terminal show the same page. */
const keyOf = (request) =>
  request.mode === 'navigate' ? new URL('./terminal/', location.href).href : request.url

const isOwnFile = ({ method, url }) => method === 'GET' && new URL(url).origin === location.origin

async function fromNetwork(cache, request) {
  const answer = await fetch(request, { signal: AbortSignal.timeout(WAIT_MS) })
  if (answer.ok && !answer.redirected) await cache.put(keyOf(request), answer.clone())
  return answer
}

async function answer(request) {
  const cache = await caches.open(CACHE)
  const kept = await cache.match(keyOf(request))
  if (kept !== undefined && new URL(request.url).pathname.includes('/assets/')) return kept
  try {
    const fresh = await fromNetwork(cache, request)
    return fresh.status >= 500 && kept !== undefined ? kept : fresh
  } catch (error) {
    if (kept === undefined) throw error
    return kept
  }
}

/** Keeps exactly the files of the page that sent the list. */
async function keep(urls) {
  const cache = await caches.open(CACHE)
  const wanted = new Set(urls.filter((url) => new URL(url).origin === location.origin))
  for (const request of await cache.keys()) if (!wanted.has(request.url)) await cache.delete(request)
  for (const url of wanted) if ((await cache.match(url)) === undefined) await cache.add(url)
}

addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('message', (event) => {
  if (Array.isArray(event.data?.files)) event.waitUntil(keep(event.data.files))
})
addEventListener('fetch', (event) => {
  const { request } = event
  // An answer about an order or a pairing is never kept.
  if (isOwnFile(request) && !new URL(request.url).pathname.includes('/api/'))
    event.respondWith(answer(request))
})
