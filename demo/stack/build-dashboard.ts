// Builds the page of the service's dashboard when it is first visited: most stacks never show it.
import { join } from 'node:path'
import type { ReadPageFile } from '@tapboard/service'
import { readSite } from '../host/read-site.ts'
import type { SiteFile } from '../host/pages.ts'

async function buildDashboard(folder: string): Promise<ReadonlyMap<string, SiteFile>> {
  const { build } = await import('vite')
  const { dashboardConfig } = await import('../../packages/dashboard/build/config.ts')
  await build(dashboardConfig(folder))
  return readSite(folder)
}

/** Reads the files of the page, which is built into a folder of `dir` once. */
export function dashboardPage(dir: string): ReadPageFile {
  let files: Promise<ReadonlyMap<string, SiteFile>> | null = null
  return async (path) => {
    files ??= buildDashboard(join(dir, 'dashboard'))
    return (await files).get(`/${path}`) ?? null
  }
}
