// Registers `<scenario-bar>`, once per page.
import { ScenarioBarElement } from './scenario-bar.ts'

if (customElements.get('scenario-bar') === undefined)
  customElements.define('scenario-bar', ScenarioBarElement)
