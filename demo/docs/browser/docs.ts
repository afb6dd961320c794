// The script of every page of the documentation: colours, search, copy buttons, synchronised tabs, "On this page". Pages are
// readable without it.
import '../styles/docs.css'
import '../../shared/theme-switch.define.ts'
import { markContents, showOwnEntry } from './contents.ts'
import { offerCopies } from './copy.ts'
import { openSearch } from './search.ts'
import { joinTabs } from './tabs.ts'

/** Only boxes that scroll sideways take the focus. */
function letScroll(): void {
  for (const box of document.querySelectorAll<HTMLElement>('pre, .table, .chart')) {
    if (box.scrollWidth > box.clientWidth + 1) box.tabIndex = 0
    else box.removeAttribute('tabindex')
  }
}

/** A chart that is wider than its box begins at its first state. */
function showFirstStates(): void {
  for (const chart of document.querySelectorAll<HTMLElement>('.chart')) {
    const [box, first] = [chart, chart.querySelector('rect')].map((shown) => shown?.getBoundingClientRect())
    if (box && first) chart.scrollLeft += first.x + first.width / 2 - box.x - box.width / 2
  }
}

offerCopies()
joinTabs()
markContents()
showOwnEntry()
openSearch()
letScroll()
showFirstStates()
addEventListener('resize', letScroll)
document.addEventListener('change', letScroll)
