// The SDK of OpenTelemetry is imported only where the environment asks for it; a missing package is one sentence.
import assert from 'node:assert/strict'
import { registerHooks } from 'node:module'
import { test } from 'node:test'
import { checkTelemetry, isTelemetryPackageError, startTelemetry, wantsTelemetry } from './sdk.ts'

const ENDPOINT = 'http://127.0.0.1:9'

test('D-188 wants telemetry only with an endpoint, unless it is disabled', () => {
  for (const off of [
    {},
    { OTEL_EXPORTER_OTLP_ENDPOINT: '' },
    { OTEL_SERVICE_NAME: 'shop', OTEL_TRACES_SAMPLER: 'always_on' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT, OTEL_SDK_DISABLED: 'True' },
  ])
    assert.equal(wantsTelemetry(off), false)
  for (const signal of ['', '_TRACES', '_METRICS'])
    assert.ok(wantsTelemetry({ [`OTEL_EXPORTER_OTLP${signal}_ENDPOINT`]: ENDPOINT }))
})

test('D-188 without an endpoint no package of OpenTelemetry is imported', async (context) => {
  const imported: string[] = []
  const hooks = registerHooks({
    resolve(specifier, from, next) {
      imported.push(specifier)
      return next(specifier, from)
    },
  })
  context.after(() => hooks.deregister())
  assert.equal(await startTelemetry({ OTEL_SERVICE_NAME: 'shop' }, 'test'), null)
  await checkTelemetry({})
  assert.deepEqual(imported, [])
  assert.equal(process.env['OTEL_SERVICE_NAME'], undefined)
})

for (const name of ['@opentelemetry/api', '@opentelemetry/sdk-node'])
  test(`without ${name} the start and the check say what to install`, async (context) => {
    const hooks = registerHooks({
      resolve(specifier, from, next) {
        if (specifier === name) throw Object.assign(new Error('not found'), { code: 'ERR_MODULE_NOT_FOUND' })
        return next(specifier, from)
      },
    })
    context.after(() => hooks.deregister())
    const given = { OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT }
    for (const rejected of [startTelemetry(given, 'test'), checkTelemetry(given)])
      await assert.rejects(rejected, (error) => {
        assert.ok(isTelemetryPackageError(error))
        assert.equal(
          error.message,
          'OTEL_EXPORTER_OTLP_ENDPOINT needs the packages of OpenTelemetry: npm install @opentelemetry/api @opentelemetry/sdk-node',
        )
        return true
      })
  })
