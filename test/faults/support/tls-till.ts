// A till in a process of its own, because Node reads NODE_EXTRA_CA_CERTS only at its start. It sends one initiate to the given
// address, reads the session, and prints both results as JSON.
import { classifySend } from '../../../packages/bff/src/upstream/terminal/classify.ts'
import { OUTBOUND } from '../../../packages/bff/src/app/runtime/node.ts'
import { createUpstream } from '../../../packages/bff/src/upstream/terminal/create-upstream.ts'

const upstream = createUpstream(
  { baseUrl: process.argv[2] ?? '', apiKey: 'tb_test_key', dialect: 'spec' },
  { outbound: OUTBOUND },
)
const order = {
  externalId: 'tb-1',
  order: 'A-1001',
  deviceId: 'dev_1',
  amountMinor: 4_200,
  currency: 'USD',
  creditOf: null,
} as const
const { exchange } = await upstream.sender.send(order, () => true)
const reading = await upstream.client.readSession('ses_1', {})
process.stdout.write(
  JSON.stringify({
    send: classifySend(exchange, 'tb-1').kind,
    read: reading.kind === 'fault' ? reading.fault : reading.kind,
  }),
)
await upstream.close()
