// Variables that Kubernetes and Docker add to every process for each service of the network. A service named `tapboard` adds
// `TAPBOARD_SERVICE_HOST`, `TAPBOARD_PORT` and more, which are no misspelled settings.

/** Names that the platform forms from the name of a service. */
const FORMS = [/_SERVICE_(HOST|PORT(_[A-Z0-9_]+)?)$/, /_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/]

/** Returns true for a variable that the platform adds. */
export const isInjectedVariable = (name: string, value: string): boolean =>
  FORMS.some((form) => form.test(name)) || (name.endsWith('_PORT') && /^(tcp|udp|sctp):\/\//.test(value))
