// Rejects requests with an unsealed secret before any of it is stored: in the values of a request the fields of secrets are
// empty (P40).
import { isSecret, textsOf, type ApplicationValues, type Issue } from '@tapboard/contract'
import { refuse, type Refusal } from '../../refusal.ts'

const MESSAGE = 'must be empty: send secrets only sealed, in the member secrets of the submission'

/** Paths of the non-empty secrets in `values`, those of persons last. */
const filledSecrets = (values: ApplicationValues): readonly string[] =>
  textsOf(values, isSecret)
    .flatMap(([path, text]) => (text === '' ? [] : [path]))
    .toSorted((one, other) => Number(one.includes('[')) - Number(other.includes('[')))

/** Refuses values with an unsealed secret; `null` if every secret is sealed. The refusal contains paths only. */
export function refuseSecrets(values: ApplicationValues): Refusal | null {
  const paths = filledSecrets(values)
  if (paths.length === 0) return null
  const issues: Issue[] = paths
    .slice(0, 20)
    .map((path) => ({ path, code: 'secret-not-sealed', message: MESSAGE }))
  return refuse('invalid-application', `The member ${paths[0]} ${MESSAGE}.`, { issues })
}
