// Checks that the versions in the tree are those of a release. Pure; returns one sentence per obstacle.

/** The fields of a package.json that the check reads. */
export interface Manifest {
  readonly name: string
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
}

/** The current state of the tree. */
export interface Tree {
  readonly manifests: readonly Manifest[]
  /** The released tag, as `v1.2.3`; absent in a trial. */
  readonly tag: string | undefined
  /** Files of changes that have no version yet. */
  readonly waiting: readonly string[]
  /** The output of `git status --porcelain`. */
  readonly uncommitted: string
}

/** The obstacles to a release. */
export function readiness({ manifests, tag, waiting, uncommitted }: Tree): readonly string[] {
  const version = manifests[0]?.version ?? ''
  const odd = manifests.filter((one) => one.version !== version)
  const loose = manifests.flatMap(({ name, dependencies = {} }) =>
    Object.entries(dependencies)
      .filter(([needed, range]) => needed.startsWith('@tapboard/') && range !== version)
      .map(
        ([needed, range]) =>
          `${name} needs ${needed} ${range}, which is not released with it: it must be ${version}.`,
      ),
  )
  return [
    ...odd.map(
      (one) => `${one.name} has the version ${one.version}, the others have ${version}: all have one.`,
    ),
    ...loose,
    ...(tag !== undefined && tag !== `v${version}`
      ? [
          `The tag is ${tag} and the packages are ${version}: run "npm run tool -- release-version", commit, and tag that.`,
        ]
      : []),
    ...(tag !== undefined && waiting.length > 0
      ? [`${waiting.join(', ')}: a change waits for its version: run "npm run tool -- release-version".`]
      : []),
    ...(tag !== undefined && uncommitted.trim() !== ''
      ? ['Something is not committed: a release is made of what is.']
      : []),
  ]
}
