import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { STEPS, type Step } from '@tapboard/contract'
import { html } from 'lit'
import type { StepPart } from '../step.ts'
import { StepLoader, type LoadStep } from './loader.ts'

const PART: StepPart = { render: () => html`` }

function stage(missing: Set<Step>) {
  const asked: Step[] = []
  const files = Object.fromEntries(
    STEPS.map((step): [Step, LoadStep] => [
      step,
      async () => {
        asked.push(step)
        if (missing.has(step)) throw new Error('offline')
        return PART
      },
    ]),
  ) as Record<Step, LoadStep>
  return { asked, loader: new StepLoader(files) }
}

describe('the loader of the steps', () => {
  it('requests each step once, however often it is needed', async () => {
    const { asked, loader } = stage(new Set())
    await Promise.all([loader.load('bank'), loader.load('bank')])
    await loader.load('bank')
    assert.deepEqual(asked, ['bank'])
  })

  it('retries a step that failed to load', async () => {
    const missing = new Set<Step>(['bank'])
    const { loader } = stage(missing)
    assert.equal(await loader.load('bank'), null)
    missing.clear()
    assert.equal(await loader.load('bank'), PART)
  })

  it('the review has loaded when the texts of every step have', async () => {
    const missing = new Set<Step>(['tax'])
    const { loader } = stage(missing)
    assert.equal(await loader.load('review'), null)
    assert.equal(loader.get('review'), undefined)
    missing.clear()
    assert.equal(await loader.load('review'), PART)
    for (const step of ['business', 'tax', 'contact', 'signers', 'bank'] as const)
      assert.equal(loader.get(step), PART)
  })
})
