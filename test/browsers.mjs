// Finds and starts the browsers of this machine. Chromium is always available: the system's or the bundled one.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

const which = (...names) =>
  (process.env.PATH ?? '')
    .split(path.delimiter)
    .flatMap((folder) => names.map((name) => path.join(folder, name)))
    .find((file) => existsSync(file))

/**
 * Launch options of the bundled Chromium, whose own fonts.conf names a folder that is not ours to write. The first call unpacks it:
 * that must be over before several processes ask.
 */
export async function bundledChromium() {
  const home = path.resolve('node_modules/.cache/chromium')
  mkdirSync(home, { recursive: true })
  writeFileSync(
    path.join(home, 'fonts.conf'),
    `<?xml version="1.0"?><fontconfig><dir>${home}/fonts</dir><cachedir>${home}/fonts-cache</cachedir></fontconfig>`,
  )
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs24.x'
  process.env.FONTCONFIG_FILE = path.join(home, 'fonts.conf')
  const { TMPDIR } = process.env
  process.env.TMPDIR = home
  try {
    const { default: bundle } = await import('@sparticuz/chromium')
    // Its own arguments switch web security off, which would void every test of origins and policies.
    return { executablePath: await bundle.executablePath(), headless: 'shell', args: ['--no-sandbox'] }
  } finally {
    // Not for other temporary files: tools treat an app below node_modules as a package.
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
}

/** Launch options of Chromium; `BUNDLED=1` asks for the bundled one, `CHROME_PATH` for a certain one. */
export async function chromium() {
  const found =
    process.env.CHROME_PATH ??
    which('chromium', 'google-chrome-stable', 'google-chrome', 'chromium-browser') ??
    [MAC_CHROME].find((file) => existsSync(file))
  if (!found || process.env.BUNDLED) return bundledChromium()
  return { executablePath: found, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] }
}

/** Path of Firefox, or `undefined`. */
export const firefox = () => process.env.FIREFOX_PATH ?? which('firefox-esr', 'firefox')

/** WebKitGTK's driver and browser, or `undefined`. */
export function webkit() {
  const driver = which('WebKitWebDriver')
  if (!driver || !(process.env.DISPLAY || which('Xvfb'))) return undefined
  const arch = process.arch === 'arm64' ? 'aarch64' : 'x86_64'
  const binary = ['4.1', '4.0', '-6.0']
    .map((version) => `/usr/lib/${arch}-linux-gnu/webkit2gtk-${version}/MiniBrowser`)
    .find((file) => existsSync(file))
  return binary && { driver, binary }
}
