/**
 * A reference of a transaction, such as `xRefNum`: 1 to 64 letters, digits and `.`, `_`, `:`, `/`, `+`, `=`, `-`. It is harmless as
 * text, in markup and in a quoted attribute.
 */
export const REFERENCE: RegExp = /^[A-Za-z0-9._:/+=-]{1,64}$/
