// The name under which the service remembers in which span a session began. It holds the device, so that a terminal finds the traces
// of its own sessions only.

/** The session of a device, as the key of `TraceOrigins`. */
export const sessionOrigin = (deviceId: string, sessionId: string): string => `${deviceId} ${sessionId}`
