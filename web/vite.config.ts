import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { preloadFont } from './build/preload-font.ts'
import { precompress } from './build/precompress.ts'

const here = (path: string) => new URL(path, import.meta.url).pathname
const modules = (...names: string[]) => new RegExp(`node_modules/(${names.join('|')})/`)

export default defineConfig({
  plugins: [react(), tailwindcss(), preloadFont(), precompress()],
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
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: modules('react', 'react-dom', 'scheduler', 'react-router', 'react-router-dom') },
            { name: 'state', test: modules('@reduxjs', 'react-redux', 'redux', 'redux-thunk', 'immer', 'reselect') },
            { name: 'forms', test: modules('react-hook-form') },
            // The resolver belongs with zod: the public pages stand before either has arrived.
            { name: 'zod', test: modules('zod', '@hookform') },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { '/api': 'http://localhost:8080', '/dev': 'http://localhost:8080' } },
})
