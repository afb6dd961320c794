// What the host's server reads of its own pages' requests.

/** The members of a JSON body; none for anything else. */
export const readJson = async (request: Request): Promise<Record<string, unknown>> => {
  const read: unknown = await request.json().catch(() => null)
  return typeof read === 'object' && read !== null ? { ...read } : {}
}

/** The thumbprint of the page's key as a grant takes it (RFC 7638); nothing for anything else. */
export const thumbprint = (value: unknown): { jkt?: string } =>
  typeof value === 'string' && /^[A-Za-z0-9_-]{43}$/.test(value) ? { jkt: value } : {}
