/** Resolves at the first SIGINT or SIGTERM; a second signal of the same kind ends the process at once. */
export const stopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
