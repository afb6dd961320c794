// Alerts and dashboard: every metric and label that they use is one that the programs serve, every alert has a runbook, and promtool
// runs the unit tests of the alerts.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { SALE_STATES, web } from '@tapboard/contract'
import { PROBLEMS } from '../../packages/contract/src/problem.ts'
import { openDeployment, type Deployment } from '../kit/deployment.ts'
import { ROOT } from '../kit/process.ts'
import { DEPLOY, readYaml } from './support/yaml.ts'
import { temporaryFolder } from '../kit/scope.ts'

interface Alert {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly runbook: string }
}

const [rules] = readYaml('prometheus/alerts.yaml')
const groups = rules?.['groups'] as readonly { readonly rules: readonly Alert[] }[]
const alerts = groups.flatMap((group) => group.rules)

/** The dashboard, as far as it is read here. */
interface Dashboard {
  readonly panels: readonly {
    readonly title: string
    readonly description: string
    readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
    readonly targets: readonly { readonly expr: string }[]
  }[]
}
const dashboard = JSON.parse(readFileSync(join(ROOT, DEPLOY, 'grafana/tapboard.json'), 'utf8')) as Dashboard

/** All expressions, with the variables of the dashboard filled in. */
const expressions = [
  ...alerts.map(({ alert, expr }) => ({ name: alert, expr })),
  ...dashboard.panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => ({
      name: title,
      expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$job', 'tapboard-bff'),
    })),
  ),
]

let deployment: Deployment
let served = ''
before(async () => {
  deployment = await openDeployment({ environment: { TAPBOARD_SERVICE_METRICS_PORT: '0' } })
  const serviceMetrics = /Metrics at (\S+)/.exec(deployment.service.output())?.[1] ?? ''
  for (const url of [deployment.metricsUrl, serviceMetrics]) served += await (await fetch(url)).text()
})
after(() => deployment.close())

test('every metric of the alerts, the dashboard and the pages is served, with the suffix of its type', () => {
  const names = new Set(['up'])
  for (const [, name = '', type] of served.matchAll(/^# TYPE (\w+) (\w+)$/gm))
    for (const suffix of type === 'histogram' ? ['_bucket', '_count', '_sum'] : ['']) names.add(name + suffix)
  // A page names a histogram without its suffix.
  const families = new Set([...served.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name))
  const onPages = ['runbooks', 'troubleshooting', 'monitoring'].map((name) => ({
    name,
    isPage: true,
    expr: readFileSync(join(ROOT, `demo/docs/pages/${name}.md`), 'utf8').replaceAll(/^.*\{\{.*$/gm, 'up'),
  }))
  for (const { name, expr, isPage } of [
    ...expressions.map((one) => ({ ...one, isPage: false })),
    ...onPages,
  ]) {
    const used = expr.match(/\b(tapboard|nodejs|process)_\w+|\bup\b/g) ?? []
    assert.ok(used.length > 0, name)
    for (const metric of used)
      assert.ok(names.has(metric) || (isPage && families.has(metric)), `${name}: ${metric}`)
  }
})

/** Values that a label can have. */
const LABELS: Readonly<Record<string, readonly string[]>> = {
  state: SALE_STATES,
  route: Object.keys(web.WEB_ROUTES),
  kind: ['sale', 'refund'],
  code: [...Object.keys(PROBLEMS), 'UNAUTHORIZED'],
  operation: ['initiate', 'read_device', 'hold_session'],
}

test('every value of a label in an expression is one that the programs use', () => {
  for (const { name, expr } of expressions)
    for (const [, label = '', values = ''] of expr.matchAll(/(\w+)(?:=|!=|=~|!~)"([^"]+)"/g)) {
      if (['job', 'status', 'outcome'].includes(label)) continue
      for (const value of values.split('|'))
        assert.ok(LABELS[label]?.includes(value), `${name}: ${label}="${value}"`)
    }
})

test('every alert says how urgent it is, and has a section of the runbooks with meaning, look and action', () => {
  const page = readFileSync(join(ROOT, 'demo/docs/pages/runbooks.md'), 'utf8')
  const sections = new Map(
    page
      .split(/^## /m)
      .slice(1)
      .map((section) => [(section.split('\n')[0] ?? '').toLowerCase().replaceAll(' ', '-'), section]),
  )
  for (const { alert, labels, annotations } of alerts) {
    assert.match(labels.severity, /^(page|ticket)$/)
    const section = sections.get(annotations.runbook)
    assert.ok(section !== undefined && section.includes(`\`${alert}\``), `${alert}: ${annotations.runbook}`)
    for (const part of ['**Means.**', '**Look.**', '**Do.**'])
      assert.ok(section.includes(part), `${alert}: ${part}`)
  }
  const named = [...page.matchAll(/`(Tapboard[A-Z]\w+)`/g)].map(([, name]) => name)
  assert.deepEqual(new Set(named), new Set(alerts.map(({ alert }) => alert)))
})

test('no two panels of the dashboard overlap, and each says what it shows', () => {
  const taken = new Set<string>()
  for (const { title, description, gridPos } of dashboard.panels) {
    assert.ok(description.length > 10, title)
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
        assert.ok(x < 24 && !taken.has(`${x},${y}`), title)
        taken.add(`${x},${y}`)
      }
  }
})

const isHere = spawnSync('promtool', ['--version']).status === 0
test('promtool is on this machine where all tests run', () => {
  assert.ok(isHere || process.env['CI'] !== 'true', 'install prometheus')
})
if (!isHere) console.log('note: promtool is not on this machine; the alerts are not run')
else {
  const folder = temporaryFolder({ after }, 'prometheus')
  const promtool = (...args: readonly string[]): string => {
    try {
      return execFileSync('promtool', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
    } catch (error) {
      const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string }
      throw new Error(stdout + stderr, { cause: error })
    }
  }

  test('promtool accepts the alerts, the scraping and every query of the dashboard', () => {
    for (const name of ['alerts.yaml', 'scrape.yaml'])
      cpSync(join(ROOT, DEPLOY, 'prometheus', name), join(folder, name))
    promtool('check', 'config', 'scrape.yaml')
    const recorded = expressions.map(({ expr }, index) => ({ record: `query:${index}`, expr }))
    writeFileSync(
      join(folder, 'queries.yaml'),
      JSON.stringify({ groups: [{ name: 'queries', rules: recorded }] }),
    )
    assert.match(promtool('check', 'rules', 'queries.yaml'), new RegExp(`${recorded.length} rules found`))
  })

  test('each alert fires when it should, and not before', () => {
    const units = readFileSync(join(ROOT, 'test/deploy/alerts.unit.yaml'), 'utf8')
    writeFileSync(join(folder, 'alerts.unit.yaml'), units)
    for (const { alert } of alerts)
      assert.ok([...units.matchAll(new RegExp(`alertname: ${alert}\\b`, 'g'))].length >= 2, alert)
    promtool('test', 'rules', 'alerts.unit.yaml')
  })
}
