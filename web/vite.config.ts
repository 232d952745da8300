import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunkGroups } from './build/chunks.ts'
import { entryPages } from './build/entry-pages.ts'
import { preloadFont } from './build/preload-font.ts'
import { precompress } from './build/precompress.ts'

const here = (path: string) => new URL(path, import.meta.url).pathname

export default defineConfig({
  plugins: [react(), tailwindcss(), preloadFont(), entryPages(), precompress()],
  resolve: {
    alias: {
      '~': here('./src'),
      // Radix locks scrolling with a <style> element made at run time, which `style-src 'self'` forbids.
      'react-remove-scroll': here('./src/lib/remove-scroll.tsx'),
    },
  },
  build: {
    target: 'es2023',
    // Data: URLs would need an exception in the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 400,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
  // `npm run dev` says where the services listen.
  server: {
    proxy: Object.fromEntries(['/api', '/dev'].map((path) => [path, process.env.API_URL ?? 'http://localhost:8080'])),
  },
})
