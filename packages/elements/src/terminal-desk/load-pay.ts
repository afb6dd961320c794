// How <terminal-pay> loads for a refund. The file that registers <terminal-desk> says it: an app that imports another part of the package
// keeps nothing of <terminal-pay>, because bundlers follow each dynamic import of a module that they see.

/** Registers <terminal-pay>; absent where the page has registered the desk's class by itself. */
export const PAY: { load?: () => Promise<unknown> } = {}
