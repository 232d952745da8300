import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'

const drizzleHook = fileURLToPath(new URL('scripts/fast-drizzle.mjs', import.meta.url))
const execArgv = existsSync(drizzleHook) ? ['--import', drizzleHook] : []

/** Walks over many screens, or through much of one area. */
const long = ['admin', 'billing', 'documents', 'looks', 'properties', 'routes', 'settings', 'tenants', 'year'].map(
  (name) => `e2e/${name}.journey.ts`,
)

/**
 * A process for each document, scans and bombs among them; processes of the bus and of the embedded database that are killed at their worst
 * moments: a minute that every change need not wait for.
 */
const processes = [
  'services/ai/src/providers/reading/reader.test.ts',
  'services/ai/src/testing/foreign-documents.test.ts',
  'packages/kit/src/messaging/killed-processes.test.ts',
  'packages/kit/src/database/postgres.test.ts',
]

const services = (name: string, files: { include: string[]; exclude?: string[] }) => ({
  // As web/vite.config.ts has it.
  resolve: { alias: { '~': fileURLToPath(new URL('web/src', import.meta.url)) } },
  test: {
    name,
    ...files,
    globalSetup: ['packages/kit/src/testing/database.ts'],
    pool: 'forks' as const,
    execArgv,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})

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
    // One more than the cores of a small machine: tests that wait for a condition leave theirs idle.
    maxWorkers: 3,
    projects: [
      services('node', {
        include: ['{packages,services,scripts,deploy}/**/*.test.ts', 'web/{src,build}/**/*.test.ts'],
        exclude: [...configDefaults.exclude, ...processes],
      }),
      // What `npm test` has no time for; `npm run test:long`. The run of the ledger is in both, and longer here.
      services('long', { include: [...processes, 'services/payments/src/domain/ledger/random-operations.test.ts'] }),
      journeys('journeys', { include: ['e2e/**/*.journey.ts'], exclude: long }),
      // `npm run test:journeys`.
      journeys('long-journeys', { include: long }),
    ],
  },
})
