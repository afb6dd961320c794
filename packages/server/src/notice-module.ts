// The module of the operator that carries the notices of a program: the variable `TAPBOARD_NOTICES_MODULE`, or the one of the service.
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { NoticePort } from '@tapboard/store'
import { EnvironmentError } from './environment-error.ts'
import { isNoticePort } from './notice-port.ts'

/** The default export of such a module. */
export interface ClosableNotices extends NoticePort {
  /** Closes the connections to the broker, after the store. An open connection keeps the process from ending. */
  close?(): Promise<void>
}

/** Imports the module at a path, which is relative to the working folder. Throws an EnvironmentError that names the variable. */
export async function importNotices(path: string, variable: string): Promise<ClosableNotices> {
  let loaded: Readonly<Record<string, unknown>>
  try {
    loaded = (await import(pathToFileURL(resolve(path)).href)) as Readonly<Record<string, unknown>>
  } catch (error) {
    const why = error instanceof Error ? error.message : 'it throws'
    throw new EnvironmentError(`${variable} must be the path of a module that can be loaded: ${why}`)
  }
  const notices = loaded['default']
  if (isNoticePort(notices)) return notices
  throw new EnvironmentError(
    `${variable} must be the path of a module whose default export is an object with the functions publish and subscribe.`,
  )
}
