// The module for Redis that the documentation shows: `broker.test.ts` and `npm run load` run it against a server.
import { createClient } from '@redis/client'
import type { NoticePort } from '@tapboard/bff'

/** One topic for each store; no other program uses it. */
const TOPIC = process.env['NOTICES_TOPIC'] ?? 'tapboard'

// Without the offline queue a notice is refused while Redis is away, and the BFF sends it again. Redis needs a client that only subscribes.
const sender = createClient({
  url: process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379',
  disableOfflineQueue: true,
})
const receiver = sender.duplicate({ disableOfflineQueue: false })
const clients = [sender, receiver]
// The client reports a lost connection here and reconnects by itself. Without a listener the process would end.
for (const client of clients) client.on('error', () => {})

const notices: NoticePort & { close(): Promise<void> } = {
  async publish(text) {
    await sender.publish(TOPIC, text)
  },
  async subscribe(receive, lost) {
    await Promise.all(clients.filter(({ isOpen }) => !isOpen).map((client) => client.connect()))
    await receiver.subscribe(TOPIC, receive)
    // The client subscribes again by itself after each reconnection; texts may be missing.
    receiver.on('ready', lost)
    return () => receiver.unsubscribe(TOPIC)
  },
  async close() {
    for (const client of clients) if (client.isOpen) client.destroy()
  },
}

export default notices
