// `npm run build`: copies the files of Swagger UI into the package. The package `swagger-ui-dist` reports its installations to a third
// party, so it is no dependency of the service.
import { cpSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js', 'LICENSE', 'NOTICE'])
  cpSync(pathOf(`../../../node_modules/swagger-ui-dist/${file}`), pathOf(`../dist/swagger-ui/${file}`))
