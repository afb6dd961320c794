// The heap of a page, over the protocol of the developer tools.
import type { Page } from 'playwright-core'
import { parseHeap, type Heap } from '../../kit/heap.ts'

/** The heap of a page after garbage collection. */
export async function heapOf(page: Page): Promise<Heap> {
  const cdp = await page.context().newCDPSession(page)
  const chunks: string[] = []
  cdp.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await cdp.send('HeapProfiler.collectGarbage')
  await cdp.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await cdp.detach()
  return parseHeap(chunks.join(''))
}
