/** A Chromium and what it must be started with. */
export interface ChromiumLaunch {
  readonly executablePath: string
  readonly args: string[]
}

/** Launch options of the bundled Chromium; the first call unpacks it. */
export function bundledChromium(): Promise<ChromiumLaunch>
/** The Chromium of this machine, or the bundled one. */
export function chromium(): Promise<ChromiumLaunch>

/** Path of a Firefox, if there is one. */
export function firefox(): string | undefined

/** Paths of WebKitGTK's driver and browser, if both are there. */
export function webkit(): { readonly driver: string; readonly binary: string } | undefined
