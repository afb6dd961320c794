// The states that a process follows, and the limits of time that the README of the sales promises.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as states from './states.ts'

test('a process follows a sale until its result is known', () => {
  assert.deepEqual(states.FOLLOWED_STATES, ['intent', 'sending', 'started', 'in_doubt'])
})

test('an unsent intent ends after a minute, or earlier at its deadline', () => {
  assert.equal(states.intentEndsMs({ createdAtMs: 5, deadlineAtMs: null }), 60_005)
  assert.equal(states.intentEndsMs({ createdAtMs: 5, deadlineAtMs: 15_005 }), 15_005)
  assert.equal(states.intentEndsMs({ createdAtMs: 5, deadlineAtMs: 90_000 }), 60_005)
})

test('after the death of its owner a sale waits at most 20 s', () => {
  const { LEASE_MS, RENEW_MS, FIRST_READ_MS, CONFIRM_MS, START_DEADLINE_MS } = states
  assert.ok(LEASE_MS + FIRST_READ_MS + CONFIRM_MS <= 20_000)
  assert.equal(RENEW_MS, LEASE_MS / 3)
  assert.equal(START_DEADLINE_MS, 15_000)
})

test('a late approval is found within a minute after the death of the process that follows the end', () => {
  assert.ok(states.FOLLOW_UP_LEASE_MS <= 30_000)
  assert.equal(states.FOLLOWED_FOR_MS, 72 * 60 * 60 * 1_000)
})
