// Compares what the packages offer to pages and operators with the record of it, and says what to do about each difference.

/** Names of a thing by their kind, each with what is published about it: `<terminal-pay>` → `part` → `compare` → ``. */
export type Surface = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>

/** The command that records the present names. */
const RECORDING = 'TAPBOARD_ACCEPT=1 npm test -- --only published-surface'

/** The names of a surface: `the part "compare" of <terminal-pay>` → what is published about it. */
const namesOf = (surface: Surface): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(surface).flatMap(([owner, kinds]) =>
      Object.entries(kinds).flatMap(([kind, facts]) =>
        Object.entries(facts).map(([name, fact]) => [`the ${kind} "${name}" of ${owner}`, fact] as const),
      ),
    ),
  )

const BREAKING = `Keep it. If the break is meant, write a changeset for a major version and run ${RECORDING}.`

/** Returns a sentence about each difference, which says what to do. */
export function surfaceChanges(recorded: Surface, found: Surface): readonly string[] {
  const [before, now] = [namesOf(recorded), namesOf(found)]
  const lost = [...before].flatMap(([name, fact]) => {
    const present = now.get(name)
    if (present === undefined) return [`${name} is gone, and users may rely on it. ${BREAKING}`]
    return present === fact ? [] : [`${name} was "${fact}" and is now "${present}". ${BREAKING}`]
  })
  const added = [...now.keys()]
    .filter((name) => !before.has(name))
    .map((name) => `${name} is not recorded: write a changeset and run ${RECORDING}.`)
  return [...lost, ...added]
}
