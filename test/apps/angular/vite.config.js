// The Angular compiler has made `compiled`; its linker does the same for Angular's own packages.
import { createEs2015LinkerPlugin } from '@angular/compiler-cli/linker/babel'
import { NodeJSFileSystem, ConsoleLogger, LogLevel } from '@angular/compiler-cli'
import { transformAsync } from '@babel/core'
import { defineConfig } from 'vite'

const linker = createEs2015LinkerPlugin({
  fileSystem: new NodeJSFileSystem(),
  logger: new ConsoleLogger(LogLevel.warn),
  linkerJitMode: false,
})

export default defineConfig({
  plugins: [
    {
      name: 'angular-linker',
      async transform(code, id) {
        if (!id.includes('@angular') || !code.includes('ɵɵngDeclare')) return null
        return transformAsync(code, { filename: id, plugins: [linker], compact: false, configFile: false })
      },
    },
  ],
})
