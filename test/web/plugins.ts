/** Extensions of web-test-runner for the browser tests: a closing report, and an error for a test file without a test. */
import type { Reporter, TestRunnerPlugin } from '@web/test-runner'
import { closingLine, failureText, handOver } from '../runner/report.ts'
import { testsOf, webReport, type MissingEngine, type Session } from './report.ts'

/** Prints one line per engine and one in total; a difference between engines makes the run red. */
export function engineReporter(
  part: string,
  engines: readonly string[],
  missing: readonly MissingEngine[],
): Reporter {
  const began = performance.now()
  return {
    onTestRunFinished({ sessions }) {
      const results = sessions.map((session): Session => ({
        engine: session.group?.name ?? session.browser.name,
        suite: session.testResults,
        errors: session.errors.map(({ message, stack }) =>
          // Only the log of the page contains the reason for a failed import.
          [message, stack, ...session.logs.flat().map(String)].filter(Boolean).join('\n'),
        ),
      }))
      const report = webReport(part, engines, results, missing, (performance.now() - began) / 1000)
      for (const { engine, suite } of results) console.log(`${engine}: ${testsOf(suite).length} tests`)
      for (const failure of report.failures) console.log(failureText(failure))
      handOver(report)
      console.log(closingLine(report))
      // web-test-runner ends the process with a code of its own.
      if (report.failed > 0) process.on('exit', () => (process.exitCode = 1))
    },
  }
}

interface Size {
  readonly width: number
  readonly height: number
}

/** A launcher that resizes its window, or one whose pages have a viewport. */
interface SizedLauncher {
  readonly setViewport?: (id: string, size: Size) => Promise<void>
  readonly getPage: (id: string) => { readonly setViewport: (size: Size) => Promise<void> }
}

/** The command `resize-viewport` in every engine: `setViewport` of web-test-runner does not know WebDriver. */
export function resizeViewport(): TestRunnerPlugin<Size> {
  return {
    name: 'resize-viewport',
    async executeCommand({ command, payload, session }) {
      if (command !== 'resize-viewport' || !payload) return null
      const launcher = session.browser as unknown as SizedLauncher
      if (launcher.setViewport) await launcher.setViewport(session.id, payload)
      else await launcher.getPage(session.id).setViewport(payload)
      return true
    },
  }
}

/** Counts the tests that mocha knows. Runs in the page. */
const COUNT =
  '(() => { const of = (suite) => suite.tests.length + suite.suites.reduce((sum, inner) => sum + of(inner), 0); return of(mocha.suite) })()'

/** Makes a test file without a registered test fail: all files share one page, whose total would hide it. */
export function noEmptyFile(): TestRunnerPlugin {
  return {
    name: 'no-empty-file',
    transform({ path, body }) {
      if (!path.endsWith('.browser.ts') || typeof body !== 'string') return undefined
      const message = JSON.stringify(
        `${path} registers no test: add one, or rename the file if it is a helper.`,
      )
      return {
        body: `const testsBeforeFile = ${COUNT};${body}\nif (${COUNT} === testsBeforeFile) throw new Error(${message});`,
      }
    },
  }
}
