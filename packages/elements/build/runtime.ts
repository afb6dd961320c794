// The functions that compiled schemas consist of (see `precompile.ts`).

/** The result of a schema, as zod has it. */
type Judged = { readonly success: false } | { readonly success: true; readonly data: unknown }

/** A compiled schema. */
interface Schema {
  /** Returns the accepted value, or `no`. */
  readonly read: (value: unknown) => unknown
  readonly safeParse: (value: unknown) => Judged
}

const no: unknown = {}

const schema = (read: Schema['read']): Schema => ({
  read,
  safeParse: (value) => {
    const data = read(value)
    return data === no ? { success: false } : { success: true, data }
  },
})

const accept = (test: (value: unknown) => boolean): Schema => schema((value) => (test(value) ? value : no))

export const string = /* @__PURE__ */ accept((value) => typeof value === 'string')
export const number = /* @__PURE__ */ accept(Number.isFinite)
export const boolean = /* @__PURE__ */ accept((value) => typeof value === 'boolean')
export const unknown = /* @__PURE__ */ schema((value) => value)

export const one = (words: readonly unknown[]): Schema => accept((value) => words.includes(value))

export const range = (low: number, high: number): Schema =>
  accept((value) => Number.isSafeInteger(value) && Number(value) >= low && Number(value) <= high)

export const orNull = (inner: Schema): Schema =>
  schema((value) => (value === null ? value : inner.read(value)))

export const maybe = (inner: Schema): Schema =>
  schema((value) => (value === undefined ? value : inner.read(value)))

export const unless = (missing: unknown, inner: Schema): Schema =>
  schema((value) => (value === undefined ? missing : inner.read(value)))

export const list = (inner: Schema): Schema =>
  schema((value) => {
    const made = Array.isArray(value) ? value.map(inner.read) : [no]
    return made.includes(no) ? no : made
  })

/** `loose`: members that the shape does not name are kept. */
export const object = (shape: Readonly<Record<string, Schema>>, loose?: boolean): Schema =>
  schema((value) => {
    if (!value || typeof value !== 'object' || Array.isArray(value)) return no
    const made: Record<string, unknown> = loose ? { ...value } : {}
    for (const [name, { read }] of Object.entries(shape)) {
      const part = read((value as Readonly<Record<string, unknown>>)[name])
      if (part === no) return no
      if (part !== undefined || name in value) made[name] = part
    }
    return made
  })

/** The check of a table of fields of the contract (`fields.ts`), or of one kind in it. */
export const fields = (kind: unknown): Schema => {
  if (typeof kind === 'string') return string
  if (typeof kind === 'boolean') return boolean
  if (Array.isArray(kind)) return list(fields(kind[0]))
  const shape: Record<string, Schema> = {}
  for (const [name, inner] of Object.entries(kind as object)) shape[name] = fields(inner)
  return object(shape)
}
