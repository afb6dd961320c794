// Registers `<event-log>`, once per page.
import { EventLogElement } from './event-log.ts'

if (customElements.get('event-log') === undefined) customElements.define('event-log', EventLogElement)
