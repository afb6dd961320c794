/**
 * Names what keeps a process alive: each server, socket and child process with its address, and the number of timers.
 * `TRACE_HANDLES=1` adds the line that created each of them; it slows a run down, so it is off by default.
 */
import { createHook } from 'node:async_hooks'
import { ChildProcess } from 'node:child_process'
import net from 'node:net'

interface Origin {
  readonly type: string
  readonly stack: string
  readonly resource: WeakRef<object>
}

const origins = new Map<number, Origin>()
const TRACED =
  /^(Timeout|Immediate|TCPSERVERWRAP|TCPWRAP|PIPEWRAP|PROCESSWRAP|FSEVENTWRAP|WORKER|MESSAGEPORT|UDPWRAP)$/
const INTERNAL = /node:|\/test\/runner\/|async_hooks/

/** Starts to remember where handles are created. */
export function traceHandles(): void {
  createHook({
    init(id, type, _trigger, resource) {
      if (!TRACED.test(type)) return
      const stack = (new Error('created').stack ?? '')
        .split('\n')
        .slice(1)
        .filter((line) => !INTERNAL.test(line))
      origins.set(id, { type, stack: stack.slice(0, 4).join('\n'), resource: new WeakRef(resource) })
    },
    destroy: (id) => void origins.delete(id),
  }).enable()
}

const isStandard = (handle: object): boolean => 'fd' in handle && [0, 1, 2].includes(Number(handle.fd))

function addressOf(handle: net.Server | net.Socket): string {
  const { address, port } = (handle.address() ?? {}) as Partial<net.AddressInfo>
  return port === undefined ? 'a pipe' : `${address}:${port}`
}

function describeHandle(handle: object): string {
  const name = handle.constructor.name
  if (handle instanceof net.Server) return `${name} listening on ${addressOf(handle)}`
  if (handle instanceof net.Socket)
    return `${name} ${addressOf(handle)} → ${handle.remoteAddress ?? '?'}:${handle.remotePort ?? '?'}`
  if (handle instanceof ChildProcess) return `process ${handle.pid ?? '?'}: ${handle.spawnargs.join(' ')}`
  return name
}

/** `process._getActiveHandles` is undocumented; without it only the kinds are known. */
const activeHandles = (): object[] =>
  (process as unknown as { _getActiveHandles?: () => object[] })._getActiveHandles?.() ?? []

function traced(): string[] {
  return [...origins.values()].flatMap(({ type, stack, resource }) => {
    const alive = resource.deref() as { hasRef?: () => boolean } | undefined
    return alive?.hasRef?.() === true && stack !== '' ? [`${type} created\n${stack}`] : []
  })
}

/** One line per open handle. */
export function openHandles(): string[] {
  const handles = activeHandles().filter((handle) => !isStandard(handle))
  const kinds = process.getActiveResourcesInfo().filter((kind) => !/^(PipeWrap|TTYWrap)$/.test(kind))
  const counts = Map.groupBy(kinds, (kind) => kind)
  return [
    ...handles.map(describeHandle),
    ...[...counts].map(([kind, all]) => `${kind} × ${all.length}`),
    ...traced(),
  ]
}
