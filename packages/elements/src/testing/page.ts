// Setup of both elements in a test, and their insertion into and removal from the page.
import type { ScriptedBff } from './scripted-bff.ts'

/** Sets an element up for `bff` and inserts it into the page; it has not read any data yet. `strings` are its texts. */
export function place(
  element: HTMLElement,
  bff: ScriptedBff,
  strings: object | undefined,
  properties: object | undefined,
  attributes: Readonly<Record<string, string>>,
): void {
  Object.assign(element, {
    bffUrl: '/pay',
    fetcher: bff.fetchBelow('/pay'),
    getToken: async () => ({ token: 'token', expiresInSeconds: 900, nonce: 'nonce' }),
    ...(strings && { strings }),
    ...properties,
  })
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  document.body.append(element)
}

/** Removes all elements; an unexpected request fails the test. */
export function takeAway(stages: Set<{ readonly bff: ScriptedBff; readonly element: HTMLElement }>): void {
  const unexpected = [...stages].flatMap(({ bff }) => bff.unexpected)
  for (const { element } of stages) element.remove()
  stages.clear()
  if (unexpected.length) throw new Error(`unexpected requests: ${unexpected.join(', ')}`)
}
