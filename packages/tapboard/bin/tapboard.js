#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import '@tapboard/server/needs-node'

if (process.argv[2] === '--version')
  console.log(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version)
// All other commands are those of the BFF.
else if (process.argv[2] === 'dev') await import('../dist/main.js')
else await import(new URL('dist/tapboard.js', import.meta.resolve('@tapboard/bff/package.json')))
