// The texts of the stages in a run, and the conversion of their output. By default the elements use the page's language.

/** The default; `in-pseudo.ts` replaces the texts. */
export const SPOKEN: { pay?: object; apply?: object; desk?: object; read: (text: string) => string } = {
  read: (text) => text,
}
