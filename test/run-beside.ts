/**
 * `npm run test:journeys+sim`: people in a browser, and beside them, with what they leave of the processor, the simulated
 * stories: those know no clock, so that slowing them down changes nothing, and a journey is mostly waiting. What the stories
 * say is printed when both are done.
 */
import { runNode } from './support/spawned.ts'

const said: Buffer[] = []
const stories = runNode(['test/run-sim.ts'], { stdio: 'pipe', heard: (text) => said.push(text) })
const journeys = await runNode(['test/run-journeys.ts'])
const told = await stories
process.stdout.write(Buffer.concat(said))
process.exitCode = journeys || told
