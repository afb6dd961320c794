// The public surface of @tapboard/bff; a test lists it.
export * from './fetch.ts'
export { toNodeHandler } from './http/node.ts'
export { serveBff, type Served, type ServeOptions } from './http/serve.ts'
