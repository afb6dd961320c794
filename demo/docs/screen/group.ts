// The place of a screen in the gallery: its state, and its anchor.

/** The state of a screen: the text before the first comma of its name, such as `choosing` of `choosing, one terminal`. */
export const stateOf = (name: string): string => name.split(',', 1)[0] ?? name

/** The fragment of a screen: `terminal-pay/approved` has the anchor `terminal-pay-approved`. */
export const anchorOf = (file: string): string => file.replaceAll('/', '-')
