// The module for NATS that the documentation shows: `broker.test.ts` and `npm run load` run it against a server.
import { connect, type NatsConnection } from '@nats-io/transport-node'
import type { NoticePort } from '@tapboard/bff'

/** One subject for each store; no other program uses it. */
const SUBJECT = process.env['NOTICES_TOPIC'] ?? 'tapboard'

let opening: Promise<NatsConnection> | undefined

/** One connection. The client opens it again after each loss; the BFF tries again while the first one fails. */
const open = (): Promise<NatsConnection> =>
  (opening ??= connect({
    servers: process.env['NATS_URL'] ?? 'nats://127.0.0.1:4222',
    maxReconnectAttempts: -1,
  }).catch((error: unknown) => {
    opening = undefined
    throw error
  }))

const notices: NoticePort & { close(): Promise<void> } = {
  async publish(text) {
    const connection = await open()
    connection.publish(SUBJECT, text)
    await connection.flush()
  },
  async subscribe(receive, lost) {
    const connection = await open()
    const subscription = connection.subscribe(SUBJECT, {
      callback: (error, message) => {
        if (error === null) receive(message.string())
      },
    })
    await connection.flush()
    void (async () => {
      for await (const { type } of connection.status()) if (type === 'reconnect') lost()
    })()
    return async () => subscription.unsubscribe()
  },
  async close() {
    await opening?.then(
      (connection) => connection.close(),
      () => {},
    )
  },
}

export default notices
