// The value of a secret that an isolated field holds. The field is a sandboxed frame of the BFF; the page gets the text sealed,
// with the frame's verdict: '' if the field is empty, `!code` for an error, else the secret as a compact JWE (RFC 7516), and
// `?code` behind it for a warning.
import type { FieldCode, WarningCode } from './codes.ts'
import type { Found, Rule } from './rule.ts'
import type { SecretName } from './secrets.ts'

/** The content that an isolated field seals. The BFF accepts it for the field of this name only. */
export interface IsolatedSecret {
  readonly field: SecretName
  readonly text: string
}

/** Result of a secret that an isolated field has judged. */
const readIsolated = (value: string): Found => {
  const [, mark, code] = /([!?])([\w-]+)$/.exec(value) ?? []
  if (mark === '?') return { value, code: '', warning: code as WarningCode }
  return { value, code: (value === '' ? 'required' : (code ?? '')) as FieldCode | '' }
}

/** The rule of a secret: with isolated fields, the verdict of the field. */
export const secretRule =
  (judge: Rule): Rule =>
  (typed, context) =>
    context.isolated === true ? readIsolated(typed) : judge(typed, context)

/** The text for the page: the sealed secret or its error, and its warning. */
export const writeIsolated = ({ value, code, warning }: Found, sealed: string): string =>
  value === '' ? '' : code !== '' ? `!${code}` : warning === undefined ? sealed : `${sealed}?${warning}`

/** The sealed secret without the warning. */
export const sealedOf = (text: string): string => text.replace(/\?.*/, '')
