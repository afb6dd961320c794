// Marks the present page in the navigation and the present section in "On this page".

/** Brings the page's own entry of the navigation into view, without moving the page. */
export function showOwnEntry(): void {
  const menu = document.querySelector<HTMLElement>('.menu')
  const entry = menu?.querySelector<HTMLElement>('[aria-current]')
  if (!menu || !entry) return
  const below = entry.getBoundingClientRect().bottom - menu.getBoundingClientRect().bottom
  if (below > 0) menu.scrollTop += below + 60
}

/** Watches the headings of the page. */
export function markContents(): void {
  const links = new Map(
    [...document.querySelectorAll<HTMLAnchorElement>('.contents a')].map((link) => [
      link.hash.slice(1),
      link,
    ]),
  )
  const headings = [...links.keys()].flatMap((id) => document.getElementById(id) ?? [])
  if (headings.length === 0) return
  const mark = (): void => {
    const passed = headings.filter((heading) => heading.getBoundingClientRect().top < 140)
    const here = (passed.at(-1) ?? headings[0])?.id
    for (const [id, link] of links)
      if (id === here) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
  }
  // The observer reports headings that enter and leave; no scroll event is needed.
  const watcher = new IntersectionObserver(mark, { rootMargin: '-130px 0px -60% 0px', threshold: [0, 1] })
  for (const heading of headings) watcher.observe(heading)
}
