// Decrypts the secrets that a page sealed for one application. They stay in memory for one request only; no error message
// contains any of them.
import { emptyValues, readJson, secretsOf, type ApplicationSecrets } from '@tapboard/contract'
import { sha256, toBase64url } from '@tapboard/store/crypto'
import { compactDecrypt } from 'jose'
import * as z from 'zod/mini'
import type { KeySet } from '../../token/key-set.ts'
import { readSealedHead } from './sealed-head.ts'

/** The secrets, and the SHA-256 of their ciphertext, which identifies this encryption without revealing them. */
interface OpenedSecrets {
  readonly secrets: ApplicationSecrets
  readonly hash: string
}

/** Maximum length of one secret; the judge validates its text. */
const TYPED_MAX = 64
/** Maximum length of a secret that an isolated field has sealed. */
const ISOLATED_MAX = 1_024
const PERSONS_MAX = 50

/** The secrets by name, those of persons as lists. */
const secretsOfLength = (max: number) => {
  const text = z.string().check(z.maxLength(max))
  return z.strictObject(
    Object.fromEntries(
      Object.entries(secretsOf(emptyValues())).map(([name, empty]) => [
        name,
        Array.isArray(empty) ? z.array(text).check(z.maxLength(PERSONS_MAX)) : text,
      ]),
    ),
  )
}
const Sealed = secretsOfLength(ISOLATED_MAX)
const Secrets = secretsOfLength(TYPED_MAX)

/** The content of an isolated field: it fits the field of this name only. */
const Isolated = z.strictObject({ field: z.string(), text: z.string() })

/** Decrypts a compact JWE of an application to JSON; `null` if it is invalid. */
async function openJson(
  keys: Pick<KeySet, 'find'>,
  jwe: string,
  id: string,
): Promise<{ readonly value: unknown; readonly identity: Uint8Array } | null> {
  const head = readSealedHead(jwe, id)
  const key = head === null ? null : await keys.find(head.kid)
  if (head === null || key === null) return null
  try {
    const { plaintext } = await compactDecrypt(jwe, key.privateKey, {
      keyManagementAlgorithms: ['ECDH-ES'],
      contentEncryptionAlgorithms: ['A256GCM'],
    })
    const json = readJson(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(plaintext))
    return json.ok ? { value: json.value, identity: head.identity } : null
  } catch {
    return null
  }
}

/** Opens a text that an isolated field has sealed; returns any other text unchanged, and `null` for one that does not open. */
async function openText(
  keys: Pick<KeySet, 'find'>,
  text: string,
  field: string,
  id: string,
): Promise<string | null> {
  if (text.split('.').length !== 5) return text
  const opened = Isolated.safeParse((await openJson(keys, text, id))?.value)
  return opened.success && opened.data.field === field ? opened.data.text : null
}

/** Decrypts a compact JWE for an application with this many persons; `null` if it is invalid. */
export async function openSecrets(
  keys: Pick<KeySet, 'find'>,
  jwe: string,
  application: { readonly id: string; readonly persons: number },
): Promise<OpenedSecrets | null> {
  const opened = await openJson(keys, jwe, application.id)
  const outer = opened === null ? null : Sealed.safeParse(opened.value)
  if (opened === null || !outer?.success) return null
  const inner: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(outer.data)) {
    const open = (text: string) => openText(keys, text, name.replace(/s$/, ''), application.id)
    inner[name] = Array.isArray(value) ? await Promise.all(value.map(open)) : await open(value as string)
  }
  const read = Secrets.safeParse(inner)
  if (!read.success) return null
  const lists = Object.values(read.data).filter((each) => Array.isArray(each))
  if (lists.some(({ length }) => length !== application.persons)) return null
  return { secrets: read.data as unknown as ApplicationSecrets, hash: toBase64url(sha256(opened.identity)) }
}
