/** Measures the cost of a process and reads its metrics. */
import { existsSync, readFileSync } from 'node:fs'

/** Resident memory of a process, MiB; NaN without /proc. */
export function residentMiB(pid: number | undefined): number {
  const path = `/proc/${pid}/status`
  if (!existsSync(path)) return Number.NaN
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(path, 'utf8'))?.[1]) / 1024
}

/** Processor time of a process so far, seconds; NaN without /proc. */
export function cpuSeconds(pid: number | undefined): number {
  const path = `/proc/${pid}/stat`
  if (!existsSync(path)) return Number.NaN
  const fields = readFileSync(path, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** Sum of all values of a metric whose labels contain `labels`; 0 without a match. */
export async function readMetric(url: string, name: string, labels = ''): Promise<number> {
  const text = await (await fetch(url)).text()
  return text
    .split('\n')
    .filter((line) => new RegExp(`^${name}[{ ]`).test(line) && line.includes(labels))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0)
}

/** Formats a duration, such as `1.2 ms`. */
export const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`

/** `{}` as `none`, else as `2 × start 503`. */
export const countsOf = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([what, count]) => `${count} × ${what}`)
    .join(', ') || 'none'
