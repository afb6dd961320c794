// What every page of the documentation does by script: colours, search, copying, tabs that agree, what is on this page. All of
// it is readable without.
import '../styles/docs.css'
import '../../shared/theme-switch.define.ts'
import { markContents, showOwnEntry } from './contents.ts'
import { offerCopies } from './copy.ts'
import { openSearch } from './search.ts'
import { joinTabs } from './tabs.ts'

/** Boxes that scroll sideways are reached by keyboard, the others are not in the way. */
function letScroll(): void {
  for (const box of document.querySelectorAll<HTMLElement>('pre, .table, .chart')) {
    if (box.scrollWidth > box.clientWidth + 1) box.tabIndex = 0
    else box.removeAttribute('tabindex')
  }
}

offerCopies()
joinTabs()
markContents()
showOwnEntry()
openSearch()
letScroll()
addEventListener('resize', letScroll)
document.addEventListener('change', letScroll)
