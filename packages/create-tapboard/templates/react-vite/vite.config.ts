import { defineConfig } from 'vite'
import { answer } from './shop.ts'

export default defineConfig({
  define: { BFF_URL: JSON.stringify(process.env['TAPBOARD_PUBLIC_URL'] ?? '') },
  server: {
    // `tapboard dev` sets it to the port of the origin in .env.
    port: Number(process.env['PORT'] ?? 5173),
    strictPort: true,
    // No page of another site may put these pages into a frame and cover the button.
    headers: { 'content-security-policy': "frame-ancestors 'none'" },
  },
  plugins: [
    {
      name: 'shop',
      configureServer({ middlewares }) {
        middlewares.use((request, response, next) => {
          answer(request, response).then((answered) => {
            if (!answered) next()
          }, next)
        })
      },
    },
  ],
})
