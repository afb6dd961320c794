// Interprets the output of `npm audit --json`: the vulnerable packages of the lockfile, or that the registry did not answer. Pure.
import { readJson } from '@tapboard/contract'
import * as z from 'zod/mini'

const SEVERITIES = ['info', 'low', 'moderate', 'high', 'critical'] as const
const FAILING: ReadonlySet<string> = new Set(['high', 'critical'])

/** A vulnerable package of the lockfile. */
interface Finding {
  readonly name: string
  readonly severity: (typeof SEVERITIES)[number]
  readonly range: string
}

/** The result of a scan; `failing` are the findings that must be fixed before a merge. */
type Audit =
  | { readonly kind: 'unanswered' }
  | { readonly kind: 'scanned'; readonly findings: readonly Finding[]; readonly failing: readonly Finding[] }

const Output = z.object({
  metadata: z.object({ vulnerabilities: z.object({ total: z.number() }) }),
  vulnerabilities: z.record(
    z.string(),
    z.object({ name: z.string(), severity: z.enum(SEVERITIES), range: z.string() }),
  ),
})

/** Interprets the output of `npm audit --json`, whose exit code is the same for findings and for a registry without an answer. */
export function judgeAudit(output: string): Audit {
  const json = readJson(output)
  const read = json.ok ? Output.safeParse(json.value) : null
  if (read?.success !== true) return { kind: 'unanswered' }
  const findings = Object.values(read.data.vulnerabilities)
  return { kind: 'scanned', findings, failing: findings.filter(({ severity }) => FAILING.has(severity)) }
}
