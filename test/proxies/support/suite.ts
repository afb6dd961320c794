// The tests of one proxy: it runs the published configuration before a BFF and a service. Without the program on this machine only
// the configuration is tested, and a note says so; with CI=true, where `.ci/run` installs it, that is a failure.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { openDeployment, type Deployment } from '../../kit/deployment.ts'
import { ROOT } from '../../kit/process.ts'
import { findProgram } from '../../kit/find-program.ts'
import { CONFIGURATIONS, PLACEHOLDERS, type ProxyKind } from '../../kit/proxy.ts'
import { testFlows } from './flows.ts'
import { testAddresses } from './paths.ts'
import { MARKERS, testSmuggling } from './smuggling.ts'
import { testTls } from './tls.ts'

/** Registers all tests of a proxy. */
export function testProxy(kind: ProxyKind): void {
  test(`${kind}: the published configuration has each value that an operator replaces`, () => {
    const text = readFileSync(ROOT + CONFIGURATIONS[kind], 'utf8')
    for (const placeholder of PLACEHOLDERS[kind]) assert.ok(text.includes(placeholder), placeholder)
  })
  const isHere = findProgram(kind) !== null
  test(`${kind}: is on this machine where all tests run`, () => {
    assert.ok(isHere || process.env['CI'] !== 'true', `install ${kind}`)
  })
  if (!isHere) {
    console.log(`note: ${kind} is not on this machine; its tests do not run`)
    return
  }
  let deployment: Deployment | null = null
  before(async () => {
    deployment = await openDeployment({ proxy: kind, origins: MARKERS })
  })
  after(() => deployment?.close())
  const open = () => {
    assert.ok(deployment?.proxy)
    return { ...deployment, proxy: deployment.proxy }
  }
  testFlows(kind, open)
  testSmuggling(kind, open)
  testAddresses(kind, open)
  testTls(kind, open)
}
