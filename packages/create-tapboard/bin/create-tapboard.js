#!/usr/bin/env node
import '@tapboard/server/needs-node'
await import('../dist/main.js')
