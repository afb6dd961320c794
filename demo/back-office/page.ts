// The back office: a manager signs in with the PIN and sees `<terminal-desk>`. The shop's server grants the token; the page
// only shows the element while a manager is signed in.
import '../shared/display.ts'
import '@tapboard/elements/terminal-desk/define'
import type { TerminalDeskEvent } from '@tapboard/elements'
import '../shared/event-log.define.ts'
import { getBackOfficeToken, getManager, signIn, signOut } from '../shared/host-api.ts'
import { by, hideEmptyLinks, keepFocus } from '../shared/dom.ts'
import { describeEvent } from './event-text.ts'

const place = by('desk')
const problem = by('manager-problem')
const pin = by('manager-pin') as HTMLInputElement
const log = document.querySelector('event-log')

function received(event: TerminalDeskEvent): void {
  log?.add({ name: event.type, text: describeEvent(event), from: 'page' })
  // The session of the manager may have ended.
  if (event.type === 'terminal-desk-error') void look()
}

/** Shows the element while a manager is signed in, and the form otherwise. */
function show(person: string | null): void {
  by('manager-form').hidden = person !== null
  by('manager-here').hidden = person === null
  if (person === null) return place.replaceChildren()
  if (place.firstElementChild !== null) return
  const desk = document.createElement('terminal-desk')
  desk.bffUrl = place.dataset['bffUrl'] ?? ''
  desk.getToken = (wish) => getBackOfficeToken(wish)
  for (const name of ['ready', 'settled', 'refund', 'refunded', 'error'] as const)
    desk.addEventListener(`terminal-desk-${name}`, received)
  place.append(desk)
}

async function ask(answer: Promise<{ readonly person: string | null }>): Promise<void> {
  let message = ''
  try {
    show((await answer).person)
  } catch (error) {
    message = error instanceof Error ? error.message : ''
  }
  problem.textContent = message
  problem.hidden = message === ''
}

const look = (): Promise<void> => ask(getManager())

by('manager-form').addEventListener('submit', (event) => {
  event.preventDefault()
  const typed = pin.value
  pin.value = ''
  void ask(signIn(typed)).then(() => keepFocus('manager-pin', 'office'))
})
by('manager-out').addEventListener('click', () => void ask(signOut()).then(() => keepFocus('manager-pin')))
void look()
hideEmptyLinks()
