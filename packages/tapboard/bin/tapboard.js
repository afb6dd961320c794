#!/usr/bin/env node
import '@tapboard/server/needs-node'

// All other commands are those of the BFF.
if (process.argv[2] === 'dev') await import('../dist/main.js')
else await import(new URL('dist/tapboard.js', import.meta.resolve('@tapboard/bff/package.json')))
