// Measures time and kind of answer of every boarding operation. Calls and answers pass through unchanged.
import type { BoardingClient } from '../../upstream/boarding/client.ts'
import type { Meters } from '../../observe/meters.ts'
import { timeAnswers } from './metered-upstream.ts'

export function meterBoarding(client: BoardingClient, meters: Meters): BoardingClient {
  const timed = timeAnswers(meters)
  return {
    getTiers: () => timed('get_tiers', client.getTiers()),
    getTerms: (...asked) => timed('get_terms', client.getTerms(...asked)),
    accept: (...asked) => timed('accept_terms', client.accept(...asked)),
    submit: (...asked) => timed('submit_application', client.submit(...asked)),
    find: (...asked) => timed('find_application', client.find(...asked)),
  }
}
