// Validates a page's language tag, for the request that reads the documents and for the submission that accepts them, so that
// both use the documents of one language (D-108).

/** Returns the tag if it is well-formed (RFC 5646), else `en`. */
export const termsLocale = (tag: string): string =>
  /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}$/.test(tag) ? tag : 'en'
