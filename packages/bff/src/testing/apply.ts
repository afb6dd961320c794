// The submission of a `<merchant-apply>` page, sealed as the element seals it.
import {
  ApplicationPage,
  secretsOf,
  Terms,
  withoutSecrets,
  type ApplicationValues,
  type SubmitApplication,
} from '@tapboard/contract'
import { goodValues } from '@tapboard/contract/testing'
import { CompactEncrypt, importJWK } from 'jose'
import type { Page } from './page.ts'

/** Valid values for a plan of the bench. */
export const APPLIED: ApplicationValues = goodValues({ tierName: 'Retail' })

/** Returns the body of a submission of this page. */
export async function submitBody(page: Page, values = APPLIED): Promise<SubmitApplication> {
  const read = await page.send('GET', '/v1/application')
  const { sealKey, application } = ApplicationPage.parse(await read.json())
  const asked = await page.send('GET', `/v1/application/terms?tier=${values.tierName}&locale=en`)
  const { documents, consents } = Terms.parse(await asked.json())
  const { kid, ...jwk } = sealKey
  const secrets = await new CompactEncrypt(new TextEncoder().encode(JSON.stringify(secretsOf(values))))
    .setKeyManagementParameters({ apv: new TextEncoder().encode(application.id) })
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid })
    .encrypt(await importJWK(jwk, 'ECDH-ES'))
  const [signer] = values.signers
  return {
    values: withoutSecrets(values),
    secrets,
    consent: {
      documents: documents.map(({ id, version, sha256 }) => ({ id, version, sha256 })),
      accepted: [...new Set(consents.map(({ id }) => id))],
      signerName: `${signer?.firstName} ${signer?.lastName}`,
      locale: 'en',
    },
  }
}
