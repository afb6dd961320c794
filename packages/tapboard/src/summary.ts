// What the developer reads after the start.
import type { Places } from './settings.ts'

const row = (name: string, value: string): string => `  ${name.padEnd(11)}${value}`

/** What runs beside the service. */
interface SummaryOf {
  readonly withoutBff: boolean
  /** Whether `checkout.html` of the folder is served. */
  readonly ownPage: boolean
  /** Port of the developer's app; `null` without a command. */
  readonly appPort: number | null
}

/** The lines with the addresses. */
export function summaryOf(
  { pagesPort, publicUrl, terminalUrl }: Places,
  { withoutBff, ownPage, appPort }: SummaryOf,
): readonly string[] {
  const pages = `http://localhost:${pagesPort}`
  return [
    '',
    ...(appPort === null ? [] : [row('Your app', `http://localhost:${appPort}  when it has started`)]),
    ...(withoutBff ? [] : [row('Try it', `${pages}  a sale; ${pages}/sign-up  an application`)]),
    ...(ownPage && !withoutBff
      ? [row('Your page', `${pages}/page  is checkout.html of this folder: edit it, reload`)]
      : []),
    row('Terminals', `"Counter" taps a card by itself; ${pages}/terminal  is one on the screen`),
    row('BFF', withoutBff ? `your app, at ${publicUrl}` : publicUrl),
    row('Service', terminalUrl),
    row('Settings', '.env, for your server too; all data in .tapboard/'),
    '',
    'Ctrl-C ends all.',
    '',
  ]
}
