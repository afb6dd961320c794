/**
 * Puts one mutant into its module while Node loads it. The file itself does not change, so a killed run leaves nothing behind and
 * several can run at once. Loaded with `--import`, also into the processes that a test starts.
 */
import { readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Mutant } from './mutants.ts'

/** The variable with the mutant as JSON. */
const given = process.env['TAPBOARD_MUTANT']

if (given !== undefined && given !== '') {
  const mutant = JSON.parse(given) as Pick<Mutant, 'start' | 'end' | 'original' | 'replacement'> & {
    url: string
  }
  registerHooks({
    load(url, context, next) {
      if (url !== mutant.url) return next(url, context)
      const text = readFileSync(fileURLToPath(url), 'utf8')
      if (text.slice(mutant.start, mutant.end) !== mutant.original)
        throw new Error(`MUTANT DOES NOT FIT ${url}`)
      const source = text.slice(0, mutant.start) + mutant.replacement + text.slice(mutant.end)
      return { format: 'module', source: stripTypeScriptTypes(source), shortCircuit: true }
    },
  })
}
