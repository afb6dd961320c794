// The command line of `tapboard dev`. Pure: words in, settings or a sentence out.

import { suggestion } from '@tapboard/server'

export const USAGE = `tapboard dev – everything for a test sale on this machine

  tapboard dev [--port N] [--without-bff] [command …]

Runs the service with two terminals, the BFF, and pages to try them, until Ctrl-C. Writes .env with secrets of
its own; the data is in .tapboard/. A command, such as "node server.js", runs beside them with the variables of
.env, and ends with them.

  --port N       ports N, N+1 and N+2 instead of 4300, 4301 and 4010
  --without-bff  for an app that mounts the BFF itself
  --help         this text`

/** The settings that the arguments of `tapboard dev` make. */
export interface DevArguments {
  /** First of three ports; `null`: those of `.env`. */
  readonly port: number | null
  /** Whether an app of the developer mounts the BFF. */
  readonly withoutBff: boolean
  /** The app's command; empty without one. */
  readonly command: readonly string[]
}

const OPTIONS = ['--port', '--without-bff', '--help'] as const

/** Largest first port of three. */
const PORT_MAX = 65_533

/** Reads the words after `dev`; a text is a sentence about a fault, `help` asks for the usage. */
export function readArguments(words: readonly string[]): DevArguments | 'help' | { readonly fault: string } {
  let port: number | null = null
  let withoutBff = false
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? ''
    if (word === '--help' || word === '-h') return 'help'
    if (word === '--without-bff') withoutBff = true
    else if (word === '--port' || word.startsWith('--port=')) {
      const text = word === '--port' ? (words[(index += 1)] ?? '') : word.slice('--port='.length)
      port = Number(text)
      if (!/^\d{1,5}$/.test(text) || port < 1 || port > PORT_MAX)
        return { fault: `--port must be a whole number from 1 to ${PORT_MAX}.` }
    } else if (word === '--') return { port, withoutBff, command: words.slice(index + 1) }
    else if (word.startsWith('-'))
      return {
        fault: `There is no option ${word.slice(0, 40)}; see tapboard dev --help.${suggestion(word, OPTIONS, '--')}`,
      }
    else return { port, withoutBff, command: words.slice(index) }
  }
  return { port, withoutBff, command: [] }
}
