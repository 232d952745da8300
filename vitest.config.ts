import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const drizzleHook = fileURLToPath(new URL('scripts/fast-drizzle.mjs', import.meta.url))
const execArgv = existsSync(drizzleHook) ? ['--import', drizzleHook] : []

/** Walks over many screens, or through much of one area. */
const long = ['admin', 'billing', 'documents', 'looks', 'properties', 'routes', 'settings', 'tenants', 'year'].map((name) => `e2e/${name}.journey.ts`)

const journeys = (name: string, files: { include: string[]; exclude?: string[] }) => ({
  test: {
    name,
    ...files,
    pool: 'forks' as const,
    execArgv,
    // One program, one browser: journeys share both, and two cores are not more.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        // As web/vite.config.ts has it.
        resolve: { alias: { '~': fileURLToPath(new URL('web/src', import.meta.url)) } },
        test: {
          name: 'node',
          include: ['{packages,services,scripts,deploy}/**/*.test.ts', 'web/{src,build}/**/*.test.ts'],
          globalSetup: ['packages/kit/src/testing/database.ts'],
          pool: 'forks',
          execArgv,
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      journeys('journeys', { include: ['e2e/**/*.journey.ts'], exclude: long }),
      // What `npm test` has no time for; `npm run test:journeys`.
      journeys('long-journeys', { include: long }),
    ],
  },
})
