// Imports the display switches of the demo's pages. Imported before the element, so that it renders once.
import './theme-switch.define.ts'
import './look-switch.define.ts'
import './language-switch.define.ts'
import './direction-switch.define.ts'
