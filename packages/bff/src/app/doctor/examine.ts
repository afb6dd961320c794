// Examines a configuration, the origins of its pages, store, upstream, keys, and the running BFF. Every check runs,
// also after a failed one. It changes nothing and sends only reads.
import { isConfigError, readConfig, readRules, type BffConfig, type ConfigProblem } from '../config.ts'
import {
  optionsFrom,
  problemInEnvironment,
  problemsInEnvironment,
  problemsOfVariables,
  type Environment,
} from '../environment.ts'
import { readProcessSettings } from '../process-settings.ts'
import { about, type Finding } from './finding.ts'
import { examineMissing } from './missing.ts'
import { examineOrigins } from './origins.ts'
import { examineRunning, examineWebhook, type Fetch } from './running.ts'
import { examineStore, type StorePorts } from './store.ts'
import { examineBoarding, examineKeys, examineReporting, type OpenTransport } from './upstream.ts'

export interface DoctorPorts extends StorePorts {
  readonly environment: Environment
  /** The version of Node, without a `v`. */
  readonly nodeVersion: string
  readonly fetch: Fetch
  readonly openTransport: OpenTransport
}

/** The oldest Node that the packages run on. */
const NODE: readonly [major: number, minor: number] = [22, 19]

function examineNode(version: string): Finding {
  const { ok, fail } = about('node')
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const good = major > NODE[0] || (major === NODE[0] && minor >= NODE[1])
  return good
    ? ok(`Node ${version}.`)
    : fail('node-too-old', `Node ${version} is too old: install ${NODE.join('.')} or newer.`)
}

function examineConfiguration(environment: Environment): BffConfig | Finding[] {
  const { fail } = about('configuration')
  const read = readProcessSettings(environment, false)
  const wrong = [...problemsOfVariables(environment), ...('problems' in read ? read.problems : [])]
  const failed = (problems: readonly ConfigProblem[]): Finding[] => {
    // A variable that is no JSON is reported once, without the effect on its option.
    const others = problemsInEnvironment(problems, environment).filter(
      ({ option }) => !wrong.some((one) => one.option === option),
    )
    return [...wrong, ...others].map(({ option, message }) => fail('config-invalid', `${option} ${message}`))
  }
  try {
    const config = readConfig(optionsFrom(environment))
    return wrong.length === 0 ? config : failed([])
  } catch (error) {
    if (!isConfigError(error)) throw error
    return failed(error.problems)
  }
}

/** One finding for each safety rule. A rule for production only is a note where the configuration would break it there. */
const examineRules = (environment: Environment): readonly Finding[] =>
  readRules(optionsFrom(environment)).map(({ name, sentence, problems }) => {
    const { ok, warn } = about(`safety (${name})`)
    const faults = problems.map((problem) => problemInEnvironment(problem, environment))
    return faults.length === 0
      ? ok(sentence)
      : warn('config-invalid', `Production refuses this: ${faults.join(' ')}`)
  })

/** Yields each finding as soon as it is known. */
export async function* examine(ports: DoctorPorts): AsyncGenerator<Finding> {
  const { environment, fetch, openTransport } = ports
  yield examineNode(ports.nodeVersion)
  const config = examineConfiguration(environment)
  const store = environment['TAPBOARD_STORE_URL']
  if (Array.isArray(config)) {
    yield* config
    if (store) yield await examineStore(store, ports)
    return
  }
  yield about('configuration').ok(`${config.environment}, ${config.publicUrl}.`)
  yield* examineRules(environment)
  for (const { id, origins } of config.merchants) yield* examineOrigins(id, origins, config.publicUrl)
  if (store) yield await examineStore(store, ports)
  const ids = config.merchants.map(({ id }) => id)
  const missing = store ? await examineMissing(store, ids, ports) : null
  if (missing !== null) yield missing
  for (const merchant of config.merchants) {
    yield await examineKeys(merchant, config, openTransport)
    const reporting = await examineReporting(merchant, config, openTransport)
    if (reporting) yield reporting
    const boarding = config.boarding && (await examineBoarding(merchant, config.boarding, openTransport))
    if (boarding) yield boarding
    if (merchant.webhook) yield await examineWebhook(merchant.id, merchant.webhook.url, fetch)
  }
  const origins = config.merchants.flatMap((merchant) => merchant.origins)
  yield* await examineRunning(config.publicUrl, [...new Set(origins)], fetch)
}
