import { defineConfig } from 'vite'
import { answer } from './shop.ts'

export default defineConfig({
  define: { BFF_URL: JSON.stringify(process.env['TAPBOARD_PUBLIC_URL'] ?? '') },
  server: { port: 5173, strictPort: true },
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
