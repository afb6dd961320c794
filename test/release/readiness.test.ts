import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readiness, type Tree } from './readiness.ts'
import { about, type Bill } from './sbom.ts'

const READY: Tree = {
  manifests: [
    { name: '@tapboard/contract', version: '1.2.0' },
    {
      name: '@tapboard/bff',
      version: '1.2.0',
      dependencies: { '@tapboard/contract': '1.2.0', hono: '4.0.0' },
    },
  ],
  tag: 'v1.2.0',
  waiting: [],
  uncommitted: '',
}

describe('a release', () => {
  test('is ready if all packages have the version of the tag and no changeset waits', () => {
    assert.deepEqual(readiness(READY), [])
  })

  test('in a dry run may have pending changesets and uncommitted files', () => {
    const tried = { ...READY, tag: undefined, waiting: ['a.md'], uncommitted: ' M x' }
    assert.deepEqual(readiness(tried), [])
  })

  const [contract, bff] = READY.manifests
  const cases: readonly (readonly [what: string, tree: Partial<Tree>, said: RegExp])[] = [
    ['a tag of another version', { tag: 'v1.3.0' }, /tag is v1\.3\.0 and the packages are 1\.2\.0/],
    ['a change without a version', { waiting: ['brave-cat.md'] }, /brave-cat\.md: a change waits/],
    ['a file that is not committed', { uncommitted: ' M README.md\n' }, /not committed/],
    [
      'a package of another version',
      { manifests: [contract!, { ...bff!, version: '1.1.0' }] },
      /bff has the version 1\.1\.0/,
    ],
    [
      'a package that needs an older one of ours',
      { manifests: [contract!, { ...bff!, dependencies: { '@tapboard/contract': '^1.1.0' } }] },
      /bff needs @tapboard\/contract \^1\.1\.0/,
    ],
  ]
  for (const [what, tree, said] of cases)
    test(`is rejected for ${what}`, () => {
      const problems = readiness({ ...READY, ...tree })
      assert.equal(problems.length, 1)
      assert.match(problems[0]!, said)
    })
})

describe('the bill of materials of a package', () => {
  const bill: Bill = {
    metadata: { component: { 'bom-ref': 'root', name: 'tapboard' } },
    components: [
      { 'bom-ref': 'a', group: '@tapboard', name: 'contract', version: '1.2.0' },
      { 'bom-ref': 'b', name: 'zod', version: '4.0.0' },
    ],
    dependencies: [{ ref: 'root', dependsOn: ['a'] }, { ref: 'a', dependsOn: ['b'] }, { ref: 'b' }],
  }

  test('lists the package and its dependencies, not the repository', () => {
    assert.deepEqual(about('contract', bill), {
      metadata: { component: bill.components[0] },
      components: [bill.components[1]],
      dependencies: [{ ref: 'a', dependsOn: ['b'] }, { ref: 'b' }],
    })
  })

  test('is rejected if the package is not installed', () => {
    assert.throws(() => about('bff', bill), /no @tapboard\/bff/)
  })
})
