// The handler that a server mounts: a function from a request and its peer to a response.

/** The other end of the connection that a request came over. */
export interface Peer {
  /** Its address as the socket tells it. */
  readonly address: string | null
}

/** Anything with a fetch handler. */
export interface FetchHandler {
  fetch(request: Request, peer?: Peer): Promise<Response>
}
