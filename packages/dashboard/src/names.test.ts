/** Words of the dashboard for values of programs. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COMMANDS, SESSION_STATUSES } from '@tapboard/contract'
import { commandName, statusName } from './names.ts'

void test('every status of a session and every command has words', () => {
  for (const status of SESSION_STATUSES) assert.match(statusName(status), /^[A-Z][a-z]+( [a-z]+)*$/, status)
  for (const command of COMMANDS) assert.match(commandName(command), /^[A-Z][a-z]+$/, command)
})
