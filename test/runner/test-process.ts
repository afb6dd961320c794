/**
 * Runs inside the process of each test file, as `--import` and as `--test-reporter`: writes every registration and every result
 * into the journal, and ends a file that does not end by itself. Each line is written at once, so that `process.exit` loses none.
 */
import { openSync, writeSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import type * as nodeTest from 'node:test'
import type { TestEvent } from 'node:test/reporters'
import { setTimeout as startTimer } from 'node:timers'
import { inspect } from 'node:util'
import { JOURNAL_ENV, type JournalLine } from './journal.ts'
import { loadNodeTest, type Register } from './test-context.ts'
import { openHandles, traceHandles } from './open-handles.ts'

/** The exit code of a file that had to be ended. */
const HANGING = 97

function taken(name: string): string | undefined {
  const value = process.env[name]
  // Processes that a test starts must not write into the journal of the test.
  delete process.env[name]
  return value
}

const file = taken(JOURNAL_ENV.journal)
const graceMs = Number(taken(JOURNAL_ENV.graceMs))
const stallMs = Number(taken(JOURNAL_ENV.stallMs))
const fd = file === undefined ? undefined : openSync(file, 'a')

function write(line: JournalLine): void {
  if (fd !== undefined) writeSync(fd, `${JSON.stringify(line)}\n`)
}

/** Titles of tests that began and did not end. */
const pending: string[] = []
let began = false
let watch: NodeJS.Timeout | undefined

function endHanging(): void {
  write({ type: 'hanging', pending: [...pending], open: openHandles() })
  process.exit(HANGING)
}

/** A timer that is so late was blocked by the file's own work, such as the removal of a large folder. */
const BLOCKED_MS = 250

function watchEnd(): void {
  clearTimeout(watch)
  const limitMs = began && pending.length === 0 ? graceMs : stallMs
  const dueMs = performance.now() + limitMs
  const check = (): void => (performance.now() > dueMs + BLOCKED_MS ? watchEnd() : endHanging())
  watch = startTimer(check, limitMs).unref()
}

const caller = (): string => {
  const lines = (new Error('registered').stack ?? '').split('\n').slice(1)
  const line = lines.find((text) => !text.includes(import.meta.url)) ?? ''
  return /\(?((?:file:\/\/)?[^\s(]+:\d+):\d+\)?$/.exec(line)?.[1] ?? ''
}

function recordRegistrations(): void {
  const runner = loadNodeTest()
  for (const word of ['test', 'it', 'describe', 'suite'] satisfies (keyof typeof nodeTest)[]) {
    const original = runner[word]
    if (original === undefined) continue
    const recorded: Register = (...args) => {
      const [name] = args
      const named = typeof name === 'string' ? name : typeof name === 'function' ? name.name : ''
      write({ type: 'registered', name: named === '' ? '<anonymous>' : named, at: caller() })
      return original(...args)
    }
    runner[word] = Object.assign(recorded, original)
  }
  syncBuiltinESMExports()
}

function recordLateErrors(): void {
  const late = (error: unknown): void => write({ type: 'late', error: inspect(error) })
  process.on('uncaughtExceptionMonitor', (error) => {
    if (pending.length === 0) late(error)
  })
  process.on('unhandledRejection', (error) => {
    if (pending.length === 0) late(error)
    // Without the listener of node:test, this one would hide the rejection.
    if (process.listenerCount('unhandledRejection') === 1) throw error
  })
}

if (fd !== undefined) {
  if (process.env['TRACE_HANDLES'] !== undefined) traceHandles()
  recordRegistrations()
  recordLateErrors()
  watchEnd()
}

interface Failure {
  readonly failureType?: string
  readonly cause?: unknown
}

const errorText = (error: (Error & Failure) | undefined): string =>
  inspect(error?.cause instanceof Error ? error.cause : error, { depth: 8 })

const isLate = (message: string): boolean => message.includes('asynchronous activity after the test ended')
const isCount = (message: string): boolean =>
  /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/.test(message)

const path: string[] = []

function receiveResult(event: Extract<TestEvent, { type: 'test:pass' | 'test:fail' }>): void {
  const { nesting, name, details, skip } = event.data
  const error = event.type === 'test:fail' ? (event.data.details.error as Error & Failure) : undefined
  write({
    type: 'reported',
    path: [...path.slice(0, nesting), name],
    outcome: error !== undefined ? 'failed' : skip === undefined ? 'passed' : 'skipped',
    suite: details.type === 'suite',
    ms: Math.round(details.duration_ms),
    ...(error && { error: errorText(error), inherited: error.failureType === 'subtestsFailed' }),
  })
}

function receive(event: TestEvent): void {
  if (event.type === 'test:enqueue') {
    began = true
    pending.push(event.data.name)
    write({ type: 'enqueued', name: event.data.name })
  } else if (event.type === 'test:complete') {
    pending.splice(pending.indexOf(event.data.name), 1)
  } else if (event.type === 'test:start') {
    path.length = event.data.nesting
    path.push(event.data.name)
  } else if (event.type === 'test:pass' || event.type === 'test:fail') {
    receiveResult(event)
  } else if (event.type === 'test:diagnostic') {
    const { message, nesting } = event.data
    if (isLate(message)) write({ type: 'late', error: message })
    else if (nesting > 0 || !isCount(message)) write({ type: 'note', text: message })
  }
}

/** The reporter of node:test, which prints nothing itself. */
export default async function* reporter(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    receive(event)
    watchEnd()
  }
  yield ''
}
