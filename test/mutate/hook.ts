/**
 * Puts mutants into their modules while Node loads them. The file itself does not change, so a killed run leaves nothing behind
 * and several can run at once. Loaded with `--import`, also into the processes that a test starts.
 */
import { registerHooks } from 'node:module'
import { sourceOf, VARIABLE, type Patch } from './apply.ts'

const given = process.env[VARIABLE]

// A worker of the pool changes its modules itself; the variable is for the processes that its tests start.
if (given !== undefined && given !== '' && process.env['TAPBOARD_MUTATE_WORKER'] !== String(process.pid)) {
  const patches = JSON.parse(given) as readonly Patch[]
  registerHooks({
    load(url, context, next) {
      if (!patches.some((patch) => patch.url === url)) return next(url, context)
      return { format: 'module', source: sourceOf(url, patches), shortCircuit: true }
    },
  })
}
