#!/usr/bin/env node
import './needs-node.js'
await import('../dist/main.js')
