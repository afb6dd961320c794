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
const PERSONS_MAX = 50

const Typed = z.string().check(z.maxLength(TYPED_MAX))
const Secrets = z.strictObject(
  Object.fromEntries(
    Object.entries(secretsOf(emptyValues())).map(([name, empty]) => [
      name,
      Array.isArray(empty) ? z.array(Typed).check(z.maxLength(PERSONS_MAX)) : Typed,
    ]),
  ),
)

/** Decrypts a compact JWE for an application with this many persons; `null` if it is invalid. */
export async function openSecrets(
  keys: Pick<KeySet, 'find'>,
  jwe: string,
  application: { readonly id: string; readonly persons: number },
): Promise<OpenedSecrets | null> {
  const head = readSealedHead(jwe, application.id)
  const key = head === null ? null : await keys.find(head.kid)
  if (head === null || key === null) return null
  let text: string
  try {
    const { plaintext } = await compactDecrypt(jwe, key.privateKey, {
      keyManagementAlgorithms: ['ECDH-ES'],
      contentEncryptionAlgorithms: ['A256GCM'],
    })
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(plaintext)
  } catch {
    return null
  }
  const json = readJson(text)
  const read = json.ok ? Secrets.safeParse(json.value) : null
  if (read === null || !read.success) return null
  const lists = Object.values(read.data).filter((each) => Array.isArray(each))
  if (lists.some(({ length }) => length !== application.persons)) return null
  return { secrets: read.data as unknown as ApplicationSecrets, hash: toBase64url(sha256(head.identity)) }
}
