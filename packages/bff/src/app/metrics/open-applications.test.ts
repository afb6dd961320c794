// The gauges of applications, on either engine.
import assert from 'node:assert/strict'
import { Registry } from 'prom-client'
import { eachEngine } from '@tapboard/store/testing'
import { createFixture } from '../../application/submission/fixture.testing.ts'
import type { SubmissionTables } from '../../application/submission/tables.ts'
import { countOpenApplications, meterOpenApplications } from './open-applications.ts'

eachEngine<SubmissionTables>(
  'reports the number of open applications and the age of the oldest doubt',
  async (context) => {
    const fixture = await createFixture(context)
    const read = async (): Promise<readonly string[]> => {
      const registry = new Registry()
      meterOpenApplications(registry, fixture.clock, () => countOpenApplications(fixture.store))
      return (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    }
    assert.ok((await read()).every((line) => line.endsWith(' 0')))
    await fixture.submit({ access: { applicant: 'A-1' } })
    fixture.script.submit = () => ({ kind: 'unknown' })
    await fixture.submit({ access: { applicant: 'A-2' } })
    await fixture.submit({ access: { applicant: 'A-3' } })
    await fixture.clock.advance(90_000)
    const lines = await read()
    assert.ok(lines.includes('tapboard_applications_open{state="submitted"} 1'))
    assert.ok(lines.includes('tapboard_applications_open{state="in_doubt"} 2'))
    assert.ok(lines.includes('tapboard_applications_oldest_doubt_seconds 90'), lines.join('\n'))
    await fixture.submissions.resolve('partner', 'A-2', {
      result: 'submitted',
      appId: 'app-2',
      person: 'ann',
    })
    await fixture.submissions.resolve('partner', 'A-3', { result: 'not_submitted', person: 'ann' })
    assert.ok((await read()).includes('tapboard_applications_oldest_doubt_seconds 0'))
  },
)
