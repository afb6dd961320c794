// Recognizes the port of a broker, which a program or a module of the operator gives.
import type { NoticePort } from '@tapboard/store'

/** Whether a value has the functions `publish` and `subscribe`. */
export const isNoticePort = (value: unknown): value is NoticePort =>
  typeof value === 'object' &&
  value !== null &&
  ['publish', 'subscribe'].every((name) => typeof Reflect.get(value, name) === 'function')
