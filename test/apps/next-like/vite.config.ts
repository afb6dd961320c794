import { defineConfig } from 'vite'

// Packages stay what they are on the server: Node imports them itself.
export default defineConfig(({ isSsrBuild }) => ({
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    rolldownOptions: isSsrBuild
      ? { input: 'server.tsx' }
      : { input: 'client.tsx', output: { entryFileNames: 'assets/client.js' } },
  },
}))
