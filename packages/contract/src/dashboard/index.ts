/** Internal to Tapboard: the interface between the service and its dashboard, which are always of one version. */
export * from './scopes.ts'
