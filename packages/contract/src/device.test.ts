import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SCRIPTED_ENDINGS, serialEnding } from './device.ts'

test('a clerk reads the last four characters of a serial number, without the ending of a scripted terminal', () => {
  for (const word of SCRIPTED_ENDINGS) assert.equal(serialEnding(`REPAIR-0002-${word}`), '0002')
  for (const [serial, ending] of [
    ['1850123456', '3456'],
    ['7-OK', '7'],
    ['-OK', '-OK'],
    ['REPAIR-OKAY', 'OKAY'],
    ['REPAIR-ok', 'R-ok'],
    ['REPAIR-OK-OK', 'R-OK'],
    ['\u{1d7da}\u{1d7da}\u{1d7da}\u{1d7da}\u{1d7da}-OFF', '\u{1d7da}'.repeat(4)],
    ['', ''],
  ] as const)
    assert.equal(serialEnding(serial), ending)
})
