// The numbers that the code of a package cites in its comments, and the documents of its tarball that define them.
import { citationsOf } from '../architecture/citations.ts'

/** Bundles and pages of a browser: their minified names look like numbers of promises. */
const BUNDLE = /^dist\/(browser|dashboard-page|swagger-ui|on-screen)\//

/** Comments; the address in a text begins no comment. */
const COMMENT = /(?<!:)\/\/.*|\/\*[\s\S]*?\*\//g

/** All citations in the comments of a file. */
export const citedIn = (file: string, code: string): ReturnType<typeof citationsOf> =>
  BUNDLE.test(file) ? [] : citationsOf((code.match(COMMENT) ?? []).join('\n'))

/** The document that defines a kind of number, and the row of a number in it. */
const DEFINERS: Readonly<Record<string, readonly [document: string, row: (number: string) => string]>> = {
  'INV-': ['LEDGER.md', (number) => `| INV-${number} |`],
  'rule ': ['LEDGER.md', (number) => `| ${number} | `],
  FP: ['LEDGER.md', (number) => `| FP${number} |`],
  'D-': ['DECISIONS.md', (number) => `| D-${number} |`],
  P: ['PROMISES.md', (number) => `| P${number} |`],
}

/** One sentence per kind of number that the code of a package cites and that no document of the package defines. */
export function uncovered(files: readonly string[], read: (file: string) => string): readonly string[] {
  const code = files.filter((file) => /^(bin|dist)\/.*\.js$/.test(file))
  const rows = new Map(
    [...new Set(Object.values(DEFINERS).map(([document]) => document))].map((document) => [
      document,
      files.includes(document) ? read(document) : '',
    ]),
  )
  const missing = code.flatMap((file) =>
    citedIn(file, read(file)).flatMap(({ kind, number }) => {
      const [document, row] = DEFINERS[kind]!
      const isDefined = rows
        .get(document)
        ?.split('\n')
        .some((line) => line.startsWith(row(number)))
      return isDefined ? [] : [`${file} cites ${kind}${number}, which no ${document} of the package defines.`]
    }),
  )
  return [...new Set(missing)]
}
