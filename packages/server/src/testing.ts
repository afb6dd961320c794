/** Tools for tests of spans. */
import assert from 'node:assert/strict'
import { after, beforeEach } from 'node:test'
import { NodeSDK } from '@opentelemetry/sdk-node'

/** Members of an ended span that tests read. */
export interface EndedSpan {
  readonly name: string
  readonly kind: number
  readonly attributes: Readonly<Record<string, unknown>>
  readonly status: { readonly code: number; readonly message?: string }
  readonly parentSpanContext?: { readonly spanId: string; readonly isRemote?: boolean }
  readonly events: readonly unknown[]
  spanContext(): { readonly traceId: string; readonly spanId: string }
}

/** The spans of the tests of a file. */
interface CollectedSpans {
  /** The spans that ended in the present test, the oldest first. */
  readonly ended: EndedSpan[]
  /**
   * Returns the span `name` that ended first in the present test. Throws an AssertionError that lists the names of all
   * ended spans if no span has this name.
   */
  byName(name: string): EndedSpan
}

/** Starts an SDK for the tests of this file and stops it after them. */
export function collectSpans(): CollectedSpans {
  const ended: EndedSpan[] = []
  const sdk = new NodeSDK({
    autoDetectResources: false,
    metricReaders: [],
    logRecordProcessors: [],
    spanProcessors: [
      {
        onStart() {},
        onEnd: (span) => void ended.push(span),
        forceFlush: async () => {},
        shutdown: async () => {},
      },
    ],
  })
  sdk.start()
  after(() => sdk.shutdown())
  beforeEach(() => void (ended.length = 0))
  return {
    ended,
    byName(name) {
      const found = ended.find((span) => span.name === name)
      assert.ok(found, `${name} among ${ended.map((span) => span.name).join(', ')}`)
      return found
    },
  }
}
