// Parses request bodies of the host's own pages.

/** Members of a JSON body; empty for any other body. */
export const readJson = async (request: Request): Promise<Record<string, unknown>> => {
  const read: unknown = await request.json().catch(() => null)
  return typeof read === 'object' && read !== null ? { ...read } : {}
}

/** The thumbprint of the page's key (RFC 7638); undefined for an invalid one. */
export const thumbprint = (value: unknown): { jkt?: string } =>
  typeof value === 'string' && /^[A-Za-z0-9_-]{43}$/.test(value) ? { jkt: value } : {}
