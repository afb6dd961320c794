/** A WebKitGTK browser that was started. */
export interface WebkitSession {
  /** Sends a command of WebDriver inside the session. */
  command(method: string, path: string, body?: object): Promise<unknown>
  /** Performs actions with the keyboard or the pointer. */
  act(type: 'key' | 'pointer', actions: readonly object[]): Promise<unknown>
  /** Ends everything that was started. */
  stop(): Promise<void>
}

/** Starts a browser. */
export function startWebkit(found: {
  readonly driver: string
  readonly binary: string
}): Promise<WebkitSession>
