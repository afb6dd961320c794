import { defineConfig } from 'vite'

export default defineConfig({
  build: { rolldownOptions: { input: ['index.html', 'sign-up.html', 'back-office.html'] } },
})
