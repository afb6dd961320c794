// Internal to Tapboard: the shell on Node's sockets.
export { closeAfter } from './close-after.ts'
export {
  addBuildInfo,
  addConnections,
  addGauge,
  addProcess,
  addStoreUp,
  createDurations,
  exportRegistry,
  versionIn,
} from './metrics.ts'
export { importNotices, type ClosableNotices } from './notice-module.ts'
export { toNodeListener, type NodeListenerOptions } from './node-listener.ts'
export { type MalformedRequest, type MalformedResponse } from './malformed.ts'
export {
  isServeError,
  openServer,
  ServeError,
  type OpenServer,
  type ServeErrorCode,
  type ServerLimits,
  type ServerOptions,
} from './open-server.ts'
export { serveMetrics, type MetricsServer, type MetricsServerOptions } from './serve-metrics.ts'
export { stopSignal } from './stop-signal.ts'
