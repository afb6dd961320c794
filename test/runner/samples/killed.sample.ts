import { test } from 'node:test'

test('is killed', () => void process.kill(process.pid, 'SIGKILL'))
