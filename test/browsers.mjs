import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import path from 'node:path'
const which = (n) => {
  for (const d of (process.env.PATH ?? '').split(path.delimiter)) {
    const p = path.join(d, n)
    if (existsSync(p)) return p
  }
}
export async function chromium() {
  const found =
    process.env.CHROME_PATH ??
    which('chromium') ??
    which('google-chrome-stable') ??
    which('google-chrome') ??
    which('chromium-browser') ??
    ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'].find(existsSync)
  if (found && !process.env.BUNDLED)
    return { executablePath: found, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] }
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs24.x'
  process.env.TMPDIR = path.resolve('node_modules/.cache/chromium')
  mkdirSync(process.env.TMPDIR, { recursive: true })
  const T = process.env.TMPDIR
  writeFileSync(
    path.join(T, 'fonts.conf'),
    `<?xml version="1.0"?><fontconfig><dir>${T}/fonts</dir><cachedir>${T}/fonts-cache</cachedir></fontconfig>`,
  )
  process.env.FONTCONFIG_FILE = path.join(T, 'fonts.conf') // the package's own fonts.conf names a fixed folder
  const { default: c } = await import('@sparticuz/chromium')
  return {
    executablePath: await c.executablePath(),
    headless: 'shell',
    dumpio: !!process.env.DUMP,
    args: ['--no-sandbox'],
  }
}
export const firefox = () => process.env.FIREFOX_PATH ?? which('firefox-esr') ?? which('firefox')
export const webkit = () => {
  const d = which('WebKitWebDriver')
  if (!d || !(process.env.DISPLAY || which('Xvfb'))) return
  const arch = process.arch === 'arm64' ? 'aarch64' : 'x86_64'
  const b = ['4.1', '4.0', '-6.0']
    .map((v) => `/usr/lib/${arch}-linux-gnu/webkit2gtk-${v}/MiniBrowser`)
    .find(existsSync)
  return b && { driver: d, binary: b }
}
