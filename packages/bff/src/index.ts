// The public API of @tapboard/bff; a test lists it.
import '@tapboard/server/supported-node'
export * from './fetch.ts'
export { optionsFromEnvironment } from './app/options-from-environment.ts'
export { serveBff, toNodeHandler, type Served, type ServeOptions } from './http/node.ts'
