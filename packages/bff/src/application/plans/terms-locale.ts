// One reading of a page's language tag, for the request that reads the documents and for the submission that agrees to them:
// two readings would compare the documents of two languages (D-108).

/** The tag when it is well-formed (RFC 5646), else English. */
export const termsLocale = (tag: string): string =>
  /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}$/.test(tag) ? tag : 'en'
