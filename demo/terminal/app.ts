// The terminal page as an app of a phone or tablet: full screen, installation, the screen kept on, and a worker that opens
// the page while the shop's server restarts.
import { keepAwake } from './wake-lock.ts'

/** Not in the types of TypeScript yet. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>
}

/** The buttons of the page. */
interface AppControls {
  readonly fullScreen: HTMLButtonElement | null
  readonly install: HTMLButtonElement | null
}

const isApp = (): boolean =>
  matchMedia('(display-mode: fullscreen), (display-mode: standalone)').matches ||
  new URLSearchParams(location.search).has('app')

function offerFullScreen(button: HTMLButtonElement): void {
  const show = (): void => {
    button.hidden = !document.fullscreenEnabled || document.fullscreenElement !== null
  }
  button.addEventListener('click', () => void document.documentElement.requestFullscreen().catch(() => {}))
  document.addEventListener('fullscreenchange', show)
  show()
}

function offerInstallation(button: HTMLButtonElement): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    button.hidden = false
    button.onclick = () => void (event as InstallEvent).prompt()
  })
  addEventListener('appinstalled', () => (button.hidden = true))
}

/** The policy of the page names this policy for the worker's address. */
function workerUrl(): string {
  const url = new URL('../terminal-worker.js', location.href).href
  const { trustedTypes } = globalThis as {
    trustedTypes?: { createPolicy(name: string, rules: object): { createScriptURL(url: string): string } }
  }
  return (
    trustedTypes
      ?.createPolicy('terminal-app', { createScriptURL: (own: string) => own })
      .createScriptURL(url) ?? url
  )
}

/** Installs the worker and gives it the files of this page. */
async function keepPage(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  await navigator.serviceWorker.register(workerUrl(), { scope: './' })
  const { active } = await navigator.serviceWorker.ready
  const files = performance
    .getEntriesByType('resource')
    .map(({ name }) => name.replace(/[?#].*$/, ''))
    .filter((name) => name.startsWith(location.origin) && !name.includes('/api/'))
  active?.postMessage({ files: [new URL('./', location.href).href, ...new Set(files)] })
}

/** Makes the page an app; a page of the static demo has no server that restarts, and no worker. */
export function openApp({ fullScreen, install }: AppControls): void {
  keepAwake(document, 'wakeLock' in navigator ? navigator.wakeLock : undefined)
  if (fullScreen !== null) offerFullScreen(fullScreen)
  if (install !== null) offerInstallation(install)
  const isStatic = document.documentElement.dataset['site'] === 'static'
  if (isApp() && !isStatic) keepPage().catch((error: unknown) => console.warn('The page is not kept:', error))
}
