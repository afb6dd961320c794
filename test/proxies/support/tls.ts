// The versions of TLS that a proxy accepts.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { connect, type SecureVersion } from 'node:tls'
import type { Proxy, ProxyKind } from '../../kit/proxy.ts'

/** The version of a connection that offers one version only; `null` if the proxy refuses it. */
async function versionOf({ port, authority }: Proxy, version: SecureVersion): Promise<string | null> {
  const socket = connect({
    port,
    host: '127.0.0.1',
    servername: 'localhost',
    ca: authority,
    minVersion: version,
    maxVersion: version,
    // The default level of OpenSSL offers no version before 1.2, so that nothing would be tested.
    ciphers: 'DEFAULT@SECLEVEL=0',
  })
  try {
    await once(socket, 'secureConnect')
    return socket.getProtocol()
  } catch {
    return null
  } finally {
    socket.destroy()
  }
}

/** Registers the test of a proxy. */
export function testTls(kind: ProxyKind, open: () => { readonly proxy: Proxy }): void {
  test(`${kind}: accepts TLS 1.2 and 1.3 only`, async () => {
    const { proxy } = open()
    const versions = ['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'] as const
    const accepted = await Promise.all(versions.map((version) => versionOf(proxy, version)))
    assert.deepEqual(accepted, [null, null, 'TLSv1.2', 'TLSv1.3'])
  })
}
