/** `npm run promises`: writes `test/PROMISES.md`, the table of promises and the tests that hold them. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT, sourceFiles } from '../architecture/tree.ts'
import { promisesOf, SOURCES } from './table.ts'

const { table, problems } = promisesOf({ root: ROOT, files: sourceFiles(SOURCES) })
writeFileSync(path.join(ROOT, 'test/PROMISES.md'), table)
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
