import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test, type TestContext } from 'node:test'
import { openFaultLine, type FaultLine } from './fault-line.ts'

interface Far {
  readonly line: FaultLine
  readonly bodies: string[]
}

async function far(context: TestContext): Promise<Far> {
  const bodies: string[] = []
  const server: Server = createServer((request, response) => {
    let body = ''
    // Answers are compared byte by byte, and the Date header changes every second.
    response.sendDate = false
    request.setEncoding('utf8').on('data', (part: string) => (body += part))
    request.on('end', () => {
      bodies.push(body)
      response.end(`${request.method} ${request.url} ${body} ${bodies.length}`)
    })
    request.on('error', () => {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const line = await openFaultLine(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`)
  context.after(async () => {
    await line.close()
    server.closeAllConnections()
    server.close()
  })
  return { line, bodies }
}

const BYTES = 'POST /pay HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\nconnection: close\r\n\r\nhello'

/** Sends `BYTES`; returns all received bytes and the kind of the end. */
async function ask(line: FaultLine, bytes = BYTES): Promise<{ text: string; end: 'ended' | 'reset' }> {
  const socket = connect(Number(new URL(line.url).port), '127.0.0.1')
  let text = ''
  let end: 'ended' | 'reset' = 'ended'
  socket.setEncoding('utf8').on('data', (part: string) => (text += part))
  socket.on('error', () => (end = 'reset'))
  socket.write(bytes)
  await once(socket, 'close').catch(() => {})
  return { text, end }
}
const answerOf = async (line: FaultLine): Promise<string> => (await ask(line)).text.split('\r\n\r\n')[1] ?? ''

test('a line without a plan forwards and records everything', async (context) => {
  const { line } = await far(context)
  assert.equal(await answerOf(line), 'POST /pay hello 1')
  assert.equal(line.exchanges.length, 1)
  assert.equal(line.exchanges[0]?.request, 'POST /pay')
  assert.equal(line.exchanges[0]?.sent().toString(), BYTES)
  assert.match(line.exchanges[0]?.answered().toString() ?? '', /^HTTP\/1\.1 200 OK[^]*hello 1$/)
})

test('a request cut before its last byte never arrives completely', async (context) => {
  const { line, bodies } = await far(context)
  for (const at of [0, 1, 20, BYTES.length - 1]) {
    line.plan({ request: /^POST \/pay$/, up: { type: 'cut', at } })
    assert.equal((await ask(line)).text, '')
  }
  assert.deepEqual(bodies, [])
  assert.equal(await answerOf(line), 'POST /pay hello 1')
})

test('an answer arrives up to its cut byte', async (context) => {
  const { line, bodies } = await far(context)
  await ask(line)
  const whole = line.exchanges[0]?.answered().toString() ?? ''
  for (const at of [0, 1, 17, whole.length - 1]) {
    const { answered } = line.plan({ request: /pay/, down: { type: 'cut', at } })
    assert.equal((await ask(line)).text, whole.slice(0, at))
    await answered
  }
  assert.equal(bodies.length, 5)
})

test('plans apply to their number of exchanges, in order', async (context) => {
  const { line } = await far(context)
  const twice = line.plan({ request: /^POST/, down: { type: 'cut', at: 0 }, times: 2 })
  const dropped = line.plan({ request: /^POST/, down: { type: 'cut', at: 1 } })
  await ask(line)
  await twice.met
  assert.equal((await ask(line)).text, '')
  dropped.drop()
  assert.equal(await answerOf(line), 'POST /pay hello 3')
})

test('each exchange of one connection has its own plan', async (context) => {
  const { line } = await far(context)
  line.plan({ request: /second/, down: { type: 'swallow', at: 5 } })
  const port = Number(new URL(line.url).port)
  const socket = connect(port, '127.0.0.1')
  const ask = async (path: string): Promise<string> => {
    socket.write(`GET /${path} HTTP/1.1\r\nhost: a\r\n\r\n`)
    const [bytes] = (await once(socket, 'data')) as [Buffer]
    return bytes.toString()
  }
  assert.match(await ask('first'), /GET \/first/)
  assert.equal(await ask('second'), 'HTTP/')
  assert.match(await ask('third'), /GET \/third/)
  assert.equal(line.exchanges.length, 3)
  socket.destroy()
})

test('closes, resets, refuses or never answers a connection', async (context) => {
  const { line, bodies } = await far(context)
  line.plan({ meets: 'close' })
  assert.equal((await ask(line)).text, '')
  line.plan({ meets: 'reset' })
  assert.deepEqual(await ask(line), { text: '', end: 'reset' })
  line.plan({ request: /pay/, meets: 'reset' })
  assert.deepEqual(await ask(line), { text: '', end: 'reset' })
  for (const plan of [{ meets: 'silence' }, { request: /pay/, meets: 'silence' }] as const) {
    const silent = line.plan(plan)
    const waiting = ask(line)
    await silent.met
    await line.cut()
    assert.equal((await waiting).text, '')
    assert.equal((await ask(line)).end, 'reset')
    await line.heal()
  }
  assert.deepEqual(bodies, [])
  assert.equal(await answerOf(line), 'POST /pay hello 1')
})

test('a refusing line keeps open connections', async (context) => {
  const { line } = await far(context)
  const gate = Promise.withResolvers<void>()
  const plan = line.plan({ request: /pay/, down: { type: 'wait', at: 0, until: gate.promise } })
  const waiting = answerOf(line)
  await plan.met
  line.refuse()
  assert.equal((await ask(line)).end, 'reset')
  gate.resolve()
  assert.equal(await waiting, 'POST /pay hello 1')
  await line.heal()
  assert.equal(await answerOf(line), 'POST /pay hello 2')
})

test('half-closes a request while its answer arrives', async (context) => {
  const { line, bodies } = await far(context)
  line.plan({ request: /pay/, down: { type: 'half_close', at: 12 } })
  assert.deepEqual(await ask(line), { text: 'HTTP/1.1 200', end: 'ended' })
  assert.deepEqual(bodies, ['hello'])
})

test('delays, buffers, fragments and repeats an answer', async (context) => {
  const { line } = await far(context)
  const gate = Promise.withResolvers<void>()
  const plan = line.plan({ request: /pay/, down: { type: 'wait', at: 0, until: gate.promise } })
  const waiting = answerOf(line)
  await plan.met
  gate.resolve()
  assert.equal(await waiting, 'POST /pay hello 1')
  line.plan({ request: /pay/, down: { type: 'hold' } })
  assert.equal(await answerOf(line), 'POST /pay hello 2')
  line.plan({ request: /pay/, down: { type: 'drip', bytes: 3, pause: () => new Promise(setImmediate) } })
  assert.equal(await answerOf(line), 'POST /pay hello 3')
  line.plan({ request: /pay/, down: { type: 'repeat', from: 0, to: 4 } })
  assert.match((await ask(line)).text, /^HTTPHTTP/)
})

test('delivers a request twice and returns either answer', async (context) => {
  const { line, bodies } = await far(context)
  for (const twice of ['first', 'second'] as const) {
    line.plan({ request: /pay/, twice })
    const before = bodies.length
    assert.match(await answerOf(line), /^POST \/pay hello \d$/)
    while (bodies.length < before + 2) await new Promise(setImmediate)
  }
  assert.deepEqual(bodies, ['hello', 'hello', 'hello', 'hello'])
})
