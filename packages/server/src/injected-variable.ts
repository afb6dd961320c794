// Variables that Kubernetes and Docker add to every process for each service of the network. A service named `tapboard` adds
// `TAPBOARD_SERVICE_HOST`, `TAPBOARD_PORT` and more, which are no misspelled settings.

/** Names that the platform forms from the name of a service. */
const FORMS = [/_SERVICE_(HOST|PORT(_[A-Z0-9_]+)?)$/, /_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/]

/** Returns true for a variable that the platform adds. */
export const isInjectedVariable = (name: string, value: string): boolean =>
  FORMS.some((form) => form.test(name)) || (name.endsWith('_PORT') && /^(tcp|udp|sctp):\/\//.test(value))

/** `tcp://10.0.0.7:4300`, the address of a service. */
const ADDRESS = /^(?:tcp|udp|sctp):\/\/\[?([^\]]+)\]?:(\d+)$/

/**
 * The environment without the addresses of services whose names equal one of our variables: `TAPBOARD_PORT`, and `TAPBOARD_SERVICE_HOST`
 * and `TAPBOARD_SERVICE_PORT` with the same address. A value that the operator sets differs from that address and stays.
 */
export function withoutInjected(
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  const [, host, port] = ADDRESS.exec(environment['TAPBOARD_PORT'] ?? '') ?? []
  if (host === undefined) return environment
  const values: Record<string, string | undefined> = { ...environment }
  delete values['TAPBOARD_PORT']
  if (values['TAPBOARD_SERVICE_HOST'] === host) delete values['TAPBOARD_SERVICE_HOST']
  if (values['TAPBOARD_SERVICE_PORT'] === port) delete values['TAPBOARD_SERVICE_PORT']
  return values
}
