// The places of secrets in values that come over the wire in the clear: they must be empty. Whoever fills one has sent a
// secret past its seal; it is refused before anything is kept of it (P40).
import type { ApplicationValues, Issue } from '@tapboard/contract'
import { refuse, type Refusal } from '../../refusal.ts'

const MESSAGE = 'must be empty: secrets are sealed to the key of the page and stand in no other place'

/** Paths of the secrets that are there. */
export function filledSecrets({ taxId, banking, signers }: ApplicationValues): string[] {
  return [
    ...(taxId === '' ? [] : ['taxId']),
    ...(banking.accountNumber === '' ? [] : ['banking.accountNumber']),
    ...signers.flatMap(({ ssn }, index) => (ssn === '' ? [] : [`signers[${index}].ssn`])),
  ]
}

/** Refuses values with a secret in them; `null` for those without. No value is repeated. */
export function refuseSecrets(values: ApplicationValues): Refusal | null {
  const paths = filledSecrets(values)
  if (paths.length === 0) return null
  const issues: Issue[] = paths
    .slice(0, 20)
    .map((path) => ({ path, code: 'secret-not-sealed', message: MESSAGE }))
  return refuse('invalid-application', `The member ${paths[0]} ${MESSAGE}.`, { issues })
}
