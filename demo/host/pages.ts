// The built pages as they are served: with the addresses of BFF and service filled in.

/** A file of the site, in memory. */
export interface SiteFile {
  readonly body: Uint8Array<ArrayBuffer>
  readonly type: string
  /** The same compressed, where that is worth it. */
  readonly brotli?: Uint8Array<ArrayBuffer>
}

const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)

/** Fills `%NAME%` marks of a page. */
export const fillPage = (page: SiteFile, marks: Readonly<Record<string, string>>): string =>
  new TextDecoder()
    .decode(page.body)
    .replace(/%([A-Z_]+)%/g, (mark, name: string) => escape(marks[name] ?? mark))
