// Which of the wanted ports another program uses: all of them are named at once, before anything starts.
import { createServer } from 'node:net'

/** A port and the part that needs it. */
export interface Wanted {
  readonly part: string
  readonly port: number
}

const isFree = (port: number, host: string): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, host, () => server.close(() => resolve(true)))
  })

/** The wanted ports that cannot be opened. */
export async function portsInUse(wanted: readonly Wanted[], host: string): Promise<readonly Wanted[]> {
  const taken: Wanted[] = []
  for (const one of wanted) if (!(await isFree(one.port, host))) taken.push(one)
  return taken
}
