#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import '@tapboard/server/needs-node'

if (process.argv[2] === '--version')
  console.log(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version)
else await import('../dist/main.js')
