// Removes compiled files whose source is gone: the compiler leaves them, and they must not be published.
import { existsSync, globSync, rmSync } from 'node:fs'

/** Files in the `dist` of a package that no source explains. `folder` is the package's, with a slash at its end. */
function staleIn(folder: string): readonly string[] {
  return (
    globSync('dist/**/*.{js,js.map,d.ts,d.ts.map}', { cwd: folder })
      .filter((file) => !/^dist\/(browser|contract|dashboard-page|on-screen|swagger-ui)\//.test(file))
      // The build of the elements makes these of several sources, and removes its earlier files itself.
      .filter((file) => !/\/first-load\.js(\.map)?$/.test(file))
      .filter((file) => {
        const source = file.replace(/^dist/, 'src').replace(/(\.d\.ts|\.js)(\.map)?$/, '.ts')
        return file.endsWith('.d.ts.map') || !existsSync(folder + source)
      })
  )
}

export const prune = (folder: string): void => {
  for (const file of staleIn(folder)) rmSync(folder + file)
}
