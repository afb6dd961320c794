// Variables whose names changed: the old names are still read, with one notice for all of them.
import { EnvironmentError } from './environment-error.ts'
import { fileVariableOf, type Environment } from './secret-files.ts'

/** An old name of a variable. */
export interface RenamedVariable {
  readonly old: string
  readonly current: string
  /** Hosting platforms set the old name, too: it has no notice, and a different value under the current name is no fault. */
  readonly platform?: boolean
}

/** The environment under the current names, and a sentence that lists the old names in it. */
interface CurrentNames {
  readonly environment: Environment
  readonly notice: string | null
}

/** The same old names with `_FILE` at the end, for secrets in files. */
const withFileNames = (renamed: readonly RenamedVariable[]): readonly RenamedVariable[] =>
  renamed.flatMap((one) => [one, { old: fileVariableOf(one.old), current: fileVariableOf(one.current) }])

/**
 * Gives each variable its current name. Throws if a variable has two different values under its two names. An empty value under the old
 * name counts as unset if the current name is set.
 */
export function withCurrentNames(given: Environment, renamed: readonly RenamedVariable[]): CurrentNames {
  const values: Record<string, string | undefined> = { ...given }
  const found: string[] = []
  for (const { old, current, platform = false } of withFileNames(renamed)) {
    const value = values[old]
    if (value === undefined) continue
    delete values[old]
    const other = values[current]
    if (!platform && value !== '' && other !== undefined && other !== value)
      throw new EnvironmentError(
        `${old} is the old name of ${current}, and their values differ: remove ${old}.`,
      )
    values[current] ??= value
    if (!platform) found.push(`${old} → ${current}`)
  }
  const notice = `Rename these variables; their old names still work: ${found.join(', ')}.`
  return { environment: values, notice: found.length === 0 ? null : notice }
}
