// The outputs of `npm audit --json`.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeAudit } from './judge-audit.ts'

const outputOf = (vulnerabilities: Record<string, unknown>): string =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities,
    metadata: { vulnerabilities: { total: Object.keys(vulnerabilities).length } },
  })
const finding = (name: string, severity: string) => ({
  [name]: { name, severity, isDirect: false, via: [], range: '<2.0.0' },
})

test('a lockfile without known vulnerabilities passes', () => {
  assert.deepEqual(judgeAudit(outputOf({})), { kind: 'scanned', findings: [], failing: [] })
})

test('a high or critical vulnerability fails, a lower one is listed', () => {
  const severities = ['info', 'low', 'moderate', 'high', 'critical']
  const all = Object.assign(
    {},
    ...severities.map((severity) => finding(`p-${severity}`, severity)),
  ) as Record<string, unknown>
  const audit = judgeAudit(outputOf(all))
  assert.ok(audit.kind === 'scanned')
  assert.equal(audit.findings.length, 5)
  assert.deepEqual(
    audit.failing.map(({ name }) => name),
    ['p-high', 'p-critical'],
  )
})

test('a registry without an answer is no scan', () => {
  const refused = { message: 'request failed', method: 'POST', uri: '/-/npm/v1/security/advisories/bulk' }
  for (const output of ['', 'npm error', '{}', 'null', JSON.stringify(refused)])
    assert.deepEqual(judgeAudit(output), { kind: 'unanswered' })
})
