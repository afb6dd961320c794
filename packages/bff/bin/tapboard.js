#!/usr/bin/env node
import './needs-node.js'
await import('../dist/tapboard.js')
