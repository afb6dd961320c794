// How a page of the demo looks and speaks: the switches of its "Display". Imported before the element, so that it is drawn once.
import './theme-switch.define.ts'
import './look-switch.define.ts'
import './language-switch.define.ts'
import './direction-switch.define.ts'
