// The terminal last used on this browser. Storage may be full, forbidden or absent; then nothing is remembered.

const KEY = 'tapboard:terminal'

/** ID of the remembered terminal. */
export function recall(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

export function remember(deviceId: string): void {
  try {
    localStorage.setItem(KEY, deviceId)
  } catch {
    // Without storage the person only chooses the terminal once more.
  }
}
