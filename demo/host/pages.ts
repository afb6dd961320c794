// Serves the built pages with the addresses of BFF and service filled in.

/** A file of the site, in memory. */
export interface SiteFile {
  readonly body: Uint8Array<ArrayBuffer>
  readonly type: string
  /** The compressed file, if compression is worthwhile. */
  readonly brotli?: Uint8Array<ArrayBuffer>
}

const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)

/** Replaces the `%NAME%` placeholders of a page. */
export const fillPage = (page: SiteFile, marks: Readonly<Record<string, string>>): string =>
  new TextDecoder()
    .decode(page.body)
    .replace(/%([A-Z_]+)%/g, (mark, name: string) => escape(marks[name] ?? mark))
