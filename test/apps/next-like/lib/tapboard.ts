// The BFF of this process, shared by its routes and by instrumentation.ts.
import { createBff } from '@tapboard/bff'
import { nextBff } from '@tapboard/bff/next'

/** A variable of the environment that must be set. */
function setting(name: string): string {
  const value = process.env[name]
  if (value === undefined || value === '') throw new Error(`Set the environment variable ${name}.`)
  return value
}

export const { getBff, handlers } = nextBff(async () => {
  const shop = setting('SHOP_URL')
  const bff = await createBff({
    secret: setting('TAPBOARD_SECRET'),
    store: 'file:ledger.db',
    publicUrl: `${shop}/tapboard`,
    merchants: [
      {
        id: 'shop',
        name: 'My shop',
        hostSecret: setting('HOST_SECRET'),
        apiKey: setting('API_KEY'),
        origins: [shop],
      },
    ],
    upstream: { terminalUrl: setting('TERMINAL_URL'), environment: 'sandbox' },
  })
  await bff.start()
  return bff
})
