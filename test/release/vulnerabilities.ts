// Scans the lockfile for known vulnerabilities with the client of the registry. Fails for a high or critical one. A registry without
// an answer fails nothing, because not every mirror has advisories, and is reported as a warning.
import { spawnSync } from 'node:child_process'
import { judgeAudit } from './judge-audit.ts'

const { stdout } = spawnSync('npm', ['audit', '--package-lock-only', '--json'], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})
const audit = judgeAudit(stdout)
if (audit.kind === 'unanswered') {
  const text = 'The registry did not answer the query for vulnerabilities: nothing was scanned.'
  console.log(process.env['GITHUB_ACTIONS'] === 'true' ? `::warning title=Vulnerabilities::${text}` : text)
} else {
  for (const { name, severity, range } of audit.findings) console.log(`${severity}: ${name} ${range}`)
  console.log(`${audit.findings.length} vulnerable packages, ${audit.failing.length} high or critical.`)
  if (audit.failing.length > 0) process.exitCode = 1
}
