// The secrets of an application – the fields of kind `secret` – and its regulated values. In the browser the fields contain
// them; in requests to the BFF those fields are empty and the secrets are sealed.
import { APPLICATION_FIELDS } from './fields.ts'
import type { ApplicationFields, BANKING_FIELDS, NamesOf, SIGNER_FIELDS, TextKind } from './fields.ts'
import { mapFields, mapTexts } from './paths.ts'
import { isOwnersTaxId, type ApplicationValues } from './values.ts'

/** Names of the secrets of a person. */
type SignerSecret = NamesOf<typeof SIGNER_FIELDS, 'secret'>
/** Names of the other secrets. */
type OtherSecret = NamesOf<ApplicationFields, 'secret'> | NamesOf<typeof BANKING_FIELDS, 'secret'>

/** Member name of a secret, such as `taxId`. */
export type SecretName = OtherSecret | SignerSecret

/** The secrets before sealing: by name; the secrets of persons as lists with one text for each person. */
export type ApplicationSecrets = { readonly [Name in OtherSecret]: string } & {
  readonly [Name in `${SignerSecret}s`]: readonly string[]
}

/** Checks whether texts of the kind are regulated: the service encrypts them and the BFF redacts them. */
export const isRegulated = (kind: TextKind | boolean): boolean =>
  isSecret(kind) || kind === 'digits' || kind === 'birthday'

/**
 * Checks whether the secret at `path` is required. The SSN of a sole proprietor is entered once; a bank account may be added
 * later.
 */
export const isAsked = (values: ApplicationValues, path: string): boolean =>
  path === 'taxId' ? !isOwnersTaxId(values) : !values.bankingLater || !path.startsWith('banking.')

/** Checks whether texts of the kind are secret. */
export const isSecret = (kind: TextKind | boolean): boolean => kind === 'secret'

/** Texts of the given kinds by path, in the order of the fields. */
export const textsOf = (
  values: ApplicationValues,
  isWanted: (kind: TextKind | boolean) => boolean,
): readonly (readonly [path: string, text: string])[] => {
  const found: [string, string][] = []
  mapFields(APPLICATION_FIELDS, values, (kind, text, path) => {
    if (isWanted(kind)) found.push([path, text as string])
  })
  return found
}

/** A copy with an empty text in place of each secret. */
export const withoutSecrets = (values: ApplicationValues): ApplicationValues =>
  mapTexts(values, (text, kind) => (isSecret(kind) ? '' : text))

/** The secrets of the values. */
export function secretsOf(values: ApplicationValues): ApplicationSecrets {
  const made: Record<string, string | string[]> = { ssns: [] } satisfies Record<`${SignerSecret}s`, string[]>
  for (const [path, text] of textsOf(values, isSecret)) {
    const name = path.replace(/.*\./, '')
    if (path.includes('[')) (made[`${name}s`] as string[]).push(text)
    else made[name] = isAsked(values, path) ? text : ''
  }
  return made as unknown as ApplicationSecrets
}

/** The values with the secrets put back into their fields. */
export const withSecrets = (values: ApplicationValues, secrets: ApplicationSecrets): ApplicationValues => {
  const all: Readonly<Record<string, string | readonly string[] | undefined>> = secrets
  return mapTexts(values, (text, kind, path) => {
    const [, index = '', name = ''] = /(\d*)\]?\.?(\w+)$/.exec(path) ?? []
    if (kind !== 'secret') return text
    return ((index === '' ? all[name] : all[`${name}s`]?.[Number(index)]) as string) ?? ''
  })
}
