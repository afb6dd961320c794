import { defineConfig } from 'vite'

// Packages are external on the server: Node imports them.
export default defineConfig(({ isSsrBuild }) => ({
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    rolldownOptions: isSsrBuild
      ? { input: 'server.tsx' }
      : { input: 'client.tsx', output: { entryFileNames: 'assets/client.js' } },
  },
}))
