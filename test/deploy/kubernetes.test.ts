// The manifests for Kubernetes: their form by the schemas of its API, and what they say about the programs.
import assert from 'node:assert/strict'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { upstream, web } from '@tapboard/contract'
import { ROOT } from '../kit/process.ts'
import { problemsOf } from './support/kubernetes.ts'
import { readStages } from './support/dockerfile.ts'
import { KNOWN_VARIABLES } from './support/variables.ts'
import { DEPLOY, readYaml, type Json } from './support/yaml.ts'

const FOLDER = 'kubernetes'
const files = readdirSync(join(ROOT, DEPLOY, FOLDER), { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.yaml'),
)
const kustomizations = files.filter((file) => file.endsWith('kustomization.yaml'))
const manifests = files.filter((file) => !kustomizations.includes(file))
const objects = manifests.flatMap((file) => readYaml(join(FOLDER, file)))

/** The value at a path of an object. */
const at = (object: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((node, name) => (node as Json | undefined)?.[name], object)

/** The objects at a path. */
const listAt = (object: unknown, path: string): readonly Json[] => at(object, path) as readonly Json[]

const find = (kind: string, name: string): Json | undefined =>
  objects.find((object) => object['kind'] === kind && at(object, 'metadata.name') === name)

for (const file of manifests)
  test(`${file} follows the schemas of Kubernetes, with known fields only`, () => {
    for (const object of readYaml(join(FOLDER, file))) assert.deepEqual(problemsOf(object), [])
  })

test('the check of the fields reports an unknown one, a wrong type and a wrong version', () => {
  const [budget] = readYaml(join(FOLDER, 'scaling.yaml'))
  assert.ok(budget)
  const spec = at(budget, 'spec') as Json
  assert.deepEqual(problemsOf({ ...budget, spec: { ...spec, maxUnavailabel: 1 } }), [
    'spec.maxUnavailabel is no field of PodDisruptionBudget',
  ])
  assert.equal(problemsOf({ ...budget, spec: { ...spec, selector: 'bff' } }).length, 1)
  assert.equal(problemsOf({ ...budget, apiVersion: 'policy/v1beta1' }).length, 1)
})

test('each kustomization lists every manifest of its folder', () => {
  for (const file of kustomizations) {
    const [kustomization] = readYaml(join(FOLDER, file))
    const here = manifests.filter((manifest) => dirname(manifest) === dirname(file))
    assert.deepEqual(
      (at(kustomization, 'resources') as readonly string[]).toSorted(),
      here.map((manifest) => manifest.slice(dirname(file) === '.' ? 0 : dirname(file).length + 1)).toSorted(),
    )
    const allowed = ['apiVersion', 'kind', 'namespace', 'resources', 'images', 'configMapGenerator']
    assert.deepEqual(
      Object.keys(kustomization ?? {}).filter((key) => !allowed.includes(key)),
      [],
    )
  }
})

/** The templates of pods, with the image of each. */
const pods = (
  [
    ['Deployment', 'bff', 'bff'],
    ['Job', 'migrate', 'bff'],
    ['Deployment', 'service', 'service'],
    ['Job', 'service-migrate', 'service'],
  ] as const
).map(([kind, name, image]) => ({
  kind,
  name,
  image,
  spec: at(find(kind, name), 'spec.template.spec') as Json,
}))

const servers = pods.filter(({ kind }) => kind === 'Deployment')

test('every pod keeps the restricted profile, with the user of its image', () => {
  for (const { name, image, spec } of pods) {
    const [user, group] = (readStages(image).at(-1)?.user ?? '').split(':').map(Number)
    assert.deepEqual(spec['securityContext'], {
      runAsNonRoot: true,
      runAsUser: user,
      runAsGroup: group,
      fsGroup: group,
      seccompProfile: { type: 'RuntimeDefault' },
    })
    assert.equal(spec['automountServiceAccountToken'], false, name)
    for (const container of spec['containers'] as readonly Json[])
      assert.deepEqual(container['securityContext'], {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
  }
})

test('every variable is one of the programs, and every file of a secret is mounted', () => {
  const literals = ['kustomization.yaml', 'service/kustomization.yaml'].flatMap((file) => {
    const [kustomization] = readYaml(join(FOLDER, file))
    return at(listAt(kustomization, 'configMapGenerator')[0], 'literals') as readonly string[]
  })
  const set = pods.flatMap(({ spec }) => listAt(listAt(spec, 'containers')[0], 'env'))
  const names = [
    ...literals.map((literal) => literal.split('=')[0] ?? ''),
    ...set.map(({ name }) => String(name)),
  ]
  assert.deepEqual(
    names.filter((name) => !KNOWN_VARIABLES.has(name)),
    [],
  )
  for (const { name, value } of set)
    if (String(name).endsWith('_FILE')) assert.match(String(value), /^\/secrets\/\w+$/)
})

for (const { name, image, spec } of servers)
  test(`the probes of ${name} ask for its health, and a pod has time to stop`, () => {
    const container = listAt(spec, 'containers')[0]
    for (const [probe, path] of [
      ['startupProbe', '/health/live'],
      ['livenessProbe', '/health/live'],
      ['readinessProbe', '/health/ready'],
    ] as const)
      assert.deepEqual(at(container, `${probe}.httpGet`), { path, port: 'http' }, probe)
    const asleep = Number(at(container, 'lifecycle.preStop.sleep.seconds'))
    assert.ok(asleep + 20 < Number(spec['terminationGracePeriodSeconds']))
    const [port] = readStages(image).at(-1)?.ports ?? []
    assert.deepEqual(listAt(container, 'ports')[0], { name: 'http', containerPort: Number(port) })
  })

/** Says whether a path reaches the server of an ingress. */
function ingressLeads(name: string): (route: string) => boolean {
  const rules = at(find('Ingress', name), 'spec.rules') as readonly Json[]
  const paths = (at(rules[0], 'http.paths') as readonly Json[]).map(({ path }) => String(path))
  return (route) => paths.some((path) => route === path || route.startsWith(`${path}/`))
}

test('the ingress leads to every route of pages and of the boarding API, and to no route of the host', () => {
  const isReached = ingressLeads('bff')
  for (const [name, { auth, path }] of Object.entries(web.WEB_ROUTES)) {
    const isOwn = auth === 'host' || path.startsWith('/health/')
    // One path has a list for the host and sales for pages.
    if (path !== '/v1/sales') assert.equal(isReached(path), !isOwn, name)
  }
})

test('the ingress and the proxies refuse no route that an element asks', () => {
  const sources = globSync('packages/elements/src/**/*.ts', { cwd: ROOT })
    .filter((file) => !/\.(test|browser|testing)\.ts$|\/testing\//.test(file))
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
  const names = new Set(
    sources.flatMap((text) => [...text.matchAll(/\bweb\.(\w+)/g)].map(([, name]) => name)),
  )
  const asked = Object.entries(web.WEB_ROUTES).filter(([name]) => names.has(name))
  assert.ok(asked.length > 10)
  const isReached = ingressLeads('bff')
  const refused = ['nginx.conf', 'haproxy.cfg', 'Caddyfile'].map((file) => {
    const [rule] = /\^\S+tokens\S+\$\)/.exec(readFileSync(join(ROOT, DEPLOY, file), 'utf8')) ?? []
    assert.ok(rule, file)
    return new RegExp(rule, 'i')
  })
  for (const [name, { path }] of asked) {
    assert.ok(isReached(path), name)
    for (const rule of refused) assert.doesNotMatch(path, rule, name)
  }
})

test('the ingress of the service leads to its APIs and to the terminals, not to dashboard and health', () => {
  const isReached = ingressLeads('service')
  const routes = Object.values(upstream.UPSTREAM_ROUTES).map(({ path }) => path)
  for (const route of [...routes, '/boarding/GetTiers', '/terminal']) assert.ok(isReached(route), route)
  for (const route of ['/', '/dashboard', '/health/ready', '/metrics']) assert.ok(!isReached(route), route)
})

for (const { name } of servers)
  test(`service, budget, scaling and network rules select the pods of ${name}`, () => {
    const labels = at(find('Deployment', name), 'spec.template.metadata.labels') as Json
    const selectors = [
      at(find('Deployment', name), 'spec.selector.matchLabels'),
      at(find('Service', name), 'spec.selector'),
      at(find('PodDisruptionBudget', name), 'spec.selector.matchLabels'),
      at(find('NetworkPolicy', name), 'spec.podSelector.matchLabels'),
    ] as readonly unknown[]
    for (const selector of selectors) assert.deepEqual(selector, labels)
    assert.deepEqual(at(find('HorizontalPodAutoscaler', name), 'spec.scaleTargetRef'), {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      name,
    })
  })

test('the network rules of the jobs select their pods', () => {
  for (const name of ['migrate', 'service-migrate'])
    assert.deepEqual(
      at(find('NetworkPolicy', name), 'spec.podSelector.matchLabels'),
      at(find('Job', name), 'spec.template.metadata.labels'),
    )
})
