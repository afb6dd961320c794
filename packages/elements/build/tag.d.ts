/** The hashes of the one-file builds by file: `sri.json`. */
export type Hashes = Readonly<
  Record<
    string,
    {
      readonly integrity: string
    }
  >
>
/** `element` as in `terminal-pay`; its files are served from `/`, or from the folder or address that `base` names. */
export declare function tagOf(element: string, hashes: Hashes, base?: string): string
/** Source expression of an inline script (CSP 3 §2.3.1), without its quotes. */
export declare const sourceOf: (text: string) => string
//# sourceMappingURL=tag.d.ts.map
