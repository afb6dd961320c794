// What a page prints and saves, without a printer and without a file.

/** A saved file. */
export interface Saved {
  readonly name: string
  readonly text: string
}

/** Catches prints and saved files until `restore` is called. */
export class Paper {
  readonly #printed: string[] = []
  readonly #saved: Promise<Saved>[] = []
  readonly #print = globalThis.print
  readonly #click = HTMLAnchorElement.prototype.click

  /** `page` returns the text that is printed at present. */
  constructor(page: () => string) {
    globalThis.print = () => void this.#printed.push(page())
    const saved = this.#saved
    HTMLAnchorElement.prototype.click = function click(this: HTMLAnchorElement) {
      const { href, download } = this
      const read = async (): Promise<Saved> => ({ name: download, text: await (await fetch(href)).text() })
      saved.push(read())
    }
  }

  /** Texts of the printed pages, once there is one. */
  get printed(): Promise<readonly string[]> {
    return this.#first(this.#printed)
  }

  /** The saved files, once there is one. */
  get saved(): Promise<readonly Saved[]> {
    return this.#first(this.#saved).then((files) => Promise.all(files))
  }

  /** Number of saved files. */
  get count(): number {
    return this.#saved.length
  }

  /** Ends the print, and lets the page print and save again. */
  restore(): void {
    dispatchEvent(new Event('afterprint'))
    globalThis.print = this.#print
    HTMLAnchorElement.prototype.click = this.#click
  }

  async #first<Item>(list: readonly Item[]): Promise<readonly Item[]> {
    while (list.length === 0) await new Promise(requestAnimationFrame)
    return list
  }
}
