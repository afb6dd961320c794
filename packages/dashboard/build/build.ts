// `npm run build`: builds the page of the dashboard into the package of the service.
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { dashboardConfig } from './config.ts'

await build(dashboardConfig(fileURLToPath(new URL('../../service/dist/dashboard-page', import.meta.url))))
