import { defineConfig } from 'vite'

export default defineConfig({
  build: { rolldownOptions: { input: ['index.html', 'back-office.html'] } },
})
