// The SDK as a command starts it, with the default protocol: protobuf over HTTP, its own service name, and no argument of the process.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTracing } from '@tapboard/server'
import { startTelemetry } from '@tapboard/server/sdk'
import { receiveOtlp } from './receiver.ts'

test('D-188 D-189 an endpoint of traces alone exports traces in protobuf, without the arguments of the process', async (context) => {
  const receiver = await receiveOtlp()
  context.after(() => receiver.close())
  const telemetry = await startTelemetry(
    { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${receiver.url}/v1/traces`, HOME: 'not copied' },
    'tapboard-test',
  )
  assert.ok(telemetry)
  const tracing = createTracing(telemetry.api, 'test')
  await tracing.run({ name: 'a span of the test', kind: 'internal', attributes: {} }, async () => {})
  await telemetry.stop()
  assert.notEqual(process.env['HOME'], 'not copied')
  assert.deepEqual(
    receiver.bodies.map(({ path, type }) => `${path} ${type}`),
    ['/v1/traces application/x-protobuf'],
  )
  const [{ text } = { text: '' }] = receiver.bodies
  for (const wanted of ['a span of the test', 'service.name', 'tapboard-test'])
    assert.ok(text.includes(wanted))
  for (const unwanted of ['process.', import.meta.filename]) assert.ok(!text.includes(unwanted), unwanted)
})
