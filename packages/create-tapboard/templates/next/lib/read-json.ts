/** The longest body that this server reads, in bytes. */
const BODY_MAX = 65_536

const failure = (status: number): Response => new Response(null, { status })

/** Reads at most `BODY_MAX` bytes; `null` if the body is longer. */
async function readText({ body, headers }: Request): Promise<string | null> {
  if (Number(headers.get('content-length') ?? 0) > BODY_MAX) return null
  if (body === null) return ''
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (let size = 0; ;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    size += value.length
    if (size > BODY_MAX) {
      await reader.cancel()
      return null
    }
    text += decoder.decode(value, { stream: true })
  }
}

/** The JSON object of a request, or the answer to a body that is too long or no object. */
export async function readJson(request: Request): Promise<{ order?: string; jkt?: string } | Response> {
  const text = await readText(request)
  if (text === null) return failure(413)
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value
  } catch {
    // Answered like JSON without an object.
  }
  return failure(400)
}
