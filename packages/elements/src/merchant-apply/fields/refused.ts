// A file of its own: the machine needs this text before the other texts of the fields are loaded.

/** The service rejected a value without its own text; the contract's sentence for `upstream`. */
export const REFUSED = 'This answer was not accepted. Check it and enter it again.'
