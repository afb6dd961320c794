// The words that the stages of a run are given, and how what they say is read. Without any, the elements speak as the page does.

/** See the head of this file; `in-pseudo.ts` gives words of its own. */
export const SPOKEN: { pay?: object; apply?: object; read: (text: string) => string } = {
  read: (text) => text,
}
