// The routes of the BFF under /tapboard. Next caches no answer and runs them on Node.
import { handlers } from '../../../lib/tapboard'

export const { GET, POST, PUT, DELETE, OPTIONS } = handlers
export const dynamic = 'force-dynamic'
export const runtime = 'nodejs'
