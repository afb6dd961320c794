// What both elements are given in a test, and how they go into the page and out of it.
import type { ScriptedBff } from './scripted-bff.ts'

/** Sets an element up for `bff` and puts it into the page; it has not read anything yet. `strings`: what it is given to say. */
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

/** Takes everything out again; a request that nobody expected fails the test. */
export function takeAway(stages: Set<{ readonly bff: ScriptedBff; readonly element: HTMLElement }>): void {
  const unexpected = [...stages].flatMap(({ bff }) => bff.unexpected)
  for (const { element } of stages) element.remove()
  stages.clear()
  if (unexpected.length) throw new Error(`requests that nobody expected: ${unexpected.join(', ')}`)
}
