// The promises of the project and the figure of each one, in short words. The numbers have gaps; a number never changes its
// meaning.

/** One promise of the project. */
export interface Promised {
  readonly id: string
  readonly text: string
  readonly figure: string
}

const ROWS = `
P1 | Repeating a start makes no second sale | 1 row, 1 session and 1 sale ID for 200 equal starts at 2 instances, 100 rounds; another body is a 422
P2 | A lost answer is asked about, never repeated | at most 1 initiate at the terminal, cut at 12 points
P3 | No double charge, no lost sale, no phantom approval | 0 violations in 100,000 seeds per run under 3 min; 10,000,000 before a release
P4 | A crash at any instant loses nothing | right state within 20 s of \`kill -9\`; 15 failpoints × 50 × 2 ways, 0 violations
P5 | A reload does not lose the sale | same sale within 2 s at p95, 0 new sessions, in every state
P6 | An unknown result is shown as unknown, with a way out | in doubt at 300 s, or at once without a session ID
P7 | An unreachable terminal is reported fast | within 3 s at p95, before the send and between check and send
P8 | A busy terminal is reported, not queued for | 409 within 300 ms, 100 rounds
P9 | Waiting is bounded, following is not | notice at 150 s, in doubt at 300 s, followed for 72 h
P10 | Approved means this amount | every mismatch goes to review, 20 variants
P11 | A late approval after "unpaid" raises an alert | within 60 s
P12 | Acknowledged means on disk | 0 sessions without a row in 200 kills under load
P20 | The browser never holds the API key | 0 occurrences in answers of 10,000 generated requests, logs, heap and built files
P21 | Tokens are short, narrow and bound | 16 vectors refused
P22 | A stolen token is useless elsewhere | 12 checks of RFC 9449 §4.3, one negative vector each
P23 | A wrong clock of the client does not break paying | ± 24 h
P24 | JWT handling follows RFC 8725 | 30 vectors refused
P25 | Keys rotate without a fault | 0 refused under load; a revoked key refused within 60 s
P26 | Only listed sites can use it | 0 accepted
P28 | Abuse is slowed, with the time to come back | 10 tokens in 10 s, 5 starts in 10 s per terminal, 3 submissions in 10 min; p99 of another merchant unchanged
P29 | Errors are uniform and tell no secret | every error is problem+json, 0 words about the inside
P30 | Nothing is cached or framed | the headers of every route
P31 | Works under the strictest page policy | 0 violations of CSP and Trusted Types, integrity enforced
P40 | Regulated values are not stored in the clear | 0 canaries in files, logs and dumps
P42 | Nor are they logged | only listed fields, with forced exceptions and an upstream that echoes
P45 | Nor are they left in the browser | 0 in storage, DOM and history
P48 | One application is submitted once | at most 1 application, cut at 12 points
P49 | The audit trail cannot be edited unseen | a changed, deleted or inserted row is named
P50 | No input crashes it or makes a 500 | 0 × 5xx: 188 + 95 JSON cases, 515 hostile texts × every text field, 100,000 bodies per schema
P51 | Amounts are exact | 60 cases; 1 % of the amounts up to 999,999.99 per run, every one per release
P52 | Slow or broken HTTP starves no other client | 2,000 slow heads and 500 slow bodies closed within 14 s, p99 of others below 250 ms
P53 | Oversized input is refused early | at most 8 KiB for a sale, 256 KiB for an application, 12 levels; of 1 GB at most 300 KiB are read
P54 | The upstream is treated as hostile | never a wrong final state, 40 mutated answers
P60 | Double click, two tabs, two elements: one sale | 1 session after 50 clicks in 100 ms, in 2 tabs, with 20 elements
P61 | Offline in a sale is shown and heals | notice within 3 s, healed within 3 s, after 5 s and 60 s offline
P62 | A stream cut anywhere misses nothing | final state within 3 s of the cut, at every byte
P63 | Works behind buffering proxies | at most 4 s old
P66 | Token expiry in a sale does not matter | outcome recorded and shown, expiry in each state
P67 | An element may be moved, removed and put back | sale goes on, at most 1 connection, 1,000 cycles, heap growth below 1 MB
P80 | 10,000 live watchers | at most 512 MiB, 500 events/s, delivery p99 100 ms
P81 | 50 new sales a second | 10 min, start p99 300 ms, 0 errors, on either store
P82 | The upstream is not hammered | 1 loop per sale: 1,000 watchers of one sale, a storm of 429
P83 | A slow reader costs no memory | dropped at 64 KiB or 30 s; 500 clients that never read
P84 | No stream leaks | 0 streams left, memory within 10 %, 10,000 cycles
P85 | A rolling restart is invisible | 0 failed, 0 duplicate; SIGTERM to each of 2 instances 20 times under load
P86 | A dead or hung owner is replaced | within 20 s; the old owner writes 0 rows after 60 s
P87 | The store may go away | 503 within 2 s; all right within 30 s of its return, 60 s away with 50 open sales
`

/** All promises, in the order of their numbers. */
export const PROMISES: readonly Promised[] = ROWS.trim()
  .split('\n')
  .map((row) => {
    const [id = '', text = '', figure = ''] = row.split(' | ')
    return { id, text, figure }
  })
