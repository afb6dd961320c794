// YAML files of `packages/bff/deploy`.
import { readFileSync } from 'node:fs'
import { parseAllDocuments } from 'yaml'
import { ROOT } from '../../kit/process.ts'

/** The folder of the published files, from the repository's root. */
export const DEPLOY = 'packages/bff/deploy'

/** An object of a file. */
export type Json = Readonly<Record<string, unknown>>

/** All documents of a file. A key that occurs twice is an error. */
export function readYaml(file: string): readonly Json[] {
  const documents = parseAllDocuments(readFileSync(`${ROOT}${DEPLOY}/${file}`, 'utf8'), { merge: true })
  if ('empty' in documents) return []
  return documents.map((document) => {
    for (const problem of [...document.errors, ...document.warnings]) throw problem
    return document.toJS() as Json
  })
}
