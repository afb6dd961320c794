#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import '@tapboard/server/needs-node'

const DEV =
  'tapboard dev is in the package tapboard, for test sales on your own machine: npm install --save-dev tapboard, or in an empty folder: npx tapboard dev'

if (process.argv[2] === '--version')
  console.log(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version)
else if (process.argv[2] === 'dev') {
  await import('tapboard/command').catch((error) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND' || !error.message.includes("'tapboard'")) throw error
    console.error(DEV)
    process.exitCode = 1
  })
} else await import('../dist/tapboard.js')
