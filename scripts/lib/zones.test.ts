import { expect, test } from 'vitest'
import { findingsIn } from './zones.ts'

const sentences = (file: string, text: string): string[] => findingsIn(file, text).map((finding) => finding.sentence)
const importing = (file: string, specifier: string): string[] => sentences(file, `import { a } from '${specifier}'\n`)

test.each([
  ['services/payments/src/routes/charges.ts', '@keyhold/tenancy/schema'],
  ['services/payments/src/routes/charges.ts', '../../../tenancy/src/schema.ts'],
  ['services/payments/src/routes/charges.ts', '../../../main.ts'],
  ['services/payments/src/routes/charges.ts', './receipts.ts'],
  ['services/payments/src/events/tenancy.ts', '../routes/charges.ts'],
  ['services/payments/src/domain/status.ts', '../routes/charges.ts'],
  ['services/payments/src/domain/status.ts', '../schema'],
  ['services/payments/src/domain/status.ts', '../jobs/print.ts'],
  ['services/payments/src/routes/charges.ts', '../jobs/print.ts'],
  ['services/payments/src/schema.ts', './domain/status.ts'],
  ['services/payments/src/schema/charges.ts', '../domain/status.ts'],
  ['services/payments/src/schema/charges.ts', '../projections/tenants.ts'],
  ['services/payments/src/providers/bank.ts', '../projections/tenants.ts'],
  ['packages/kit/src/database/database.ts', '@keyhold/payments/schema'],
  ['packages/contracts/src/payments.ts', 'hono'],
  ['packages/contracts/src/payments.ts', 'node:crypto'],
  ['packages/contracts/src/payments.ts', '@keyhold/kit/runtime/clock'],
  ['web/src/features/rent/api.ts', '../tenants/api.ts'],
  ['web/src/features/rent/api.ts', '~/features/tenants/api.ts'],
  ['web/src/features/rent/api.ts', '~/app/store.ts'],
  ['web/src/api/rents.ts', '~/app/store.ts'],
  ['web/src/components/money/amount.tsx', '~/features/payments/words.ts'],
  ['web/src/lib/money.ts', '../features/rent/api.ts'],
  ['web/src/lib/money.ts', '~/lib/format'],
  ['web/src/app/main.tsx', '@keyhold/kit/runtime/clock'],
  ['web/src/app/main.tsx', 'node:fs'],
])('%s may not import %s', (file, specifier) => {
  expect(importing(file, specifier)).toHaveLength(1)
})

test.each([
  ['services/payments/src/service.ts', './routes/charges.ts'],
  ['services/payments/src/routes/charges.ts', '../domain/status.ts'],
  ['services/payments/src/routes/charges.ts', '@keyhold/contracts/payments/payments'],
  ['services/payments/src/routes/charges.test.ts', './receipts.ts'],
  ['services/payments/src/routes/charges.ts', '@keyhold/payments/schema'],
  ['services/main.ts', './payments/src/service.ts'],
  ['packages/contracts/src/payments.ts', 'zod'],
  ['packages/contracts/src/payments.test.ts', 'vitest'],
  ['packages/kit/src/database/database.ts', 'postgres'],
  ['web/src/features/rent/pages/list.tsx', '../api.ts'],
  ['web/src/features/rent/pages/list.tsx', '~/features/rent/api.ts'],
  ['web/src/features/rent/pages/list.test.tsx', '~/app/store.ts'],
  ['web/src/app/routes.tsx', '../features/rent/pages/list.tsx'],
  ['web/src/app/routes.tsx', '~/features/rent/pages/list.tsx'],
  ['services/payments/src/projections/tenants.ts', '../domain/mark-stale.ts'],
  ['services/payments/src/jobs/print.ts', '../domain/pages.ts'],
  ['web/vite.config.ts', 'node:path'],
])('%s may import %s', (file, specifier) => {
  expect(importing(file, specifier)).toEqual([])
})

test('a provider may use rules of the domain that read and write nothing', () => {
  const importingFile = (target: string) =>
    findingsIn('services/payments/src/providers/bank.ts', "import { a } from '../domain/a.ts'\n", () => target).length
  expect(importingFile("import { addMonths } from '@keyhold/kit/lib/dates'\n")).toBe(0)
  expect(importingFile("import { charge } from '../schema.ts'\n")).toBe(1)
  expect(importingFile("import type { Tx } from '@keyhold/kit/database/database'\n")).toBe(1)
})

test('an import is found however it is written', () => {
  const file = 'packages/kit/src/database/database.ts'
  expect(sentences(file, "import '@keyhold/payments/schema'")).toHaveLength(1)
  expect(sentences(file, "const a = await import('@keyhold/payments/schema')")).toHaveLength(1)
  expect(sentences(file, "export { a } from '@keyhold/payments/schema'")).toHaveLength(1)
  expect(sentences(file, "import {\n  a,\n  b,\n} from '@keyhold/payments/schema'")).toHaveLength(1)
})

test('the environment and the time are read in one place each', () => {
  expect(sentences('services/payments/src/service.ts', 'const a = process.env.A')).toHaveLength(1)
  expect(sentences('services/main.ts', 'const a = process.env.A')).toEqual([])
  expect(sentences('services/payments/src/domain/due.ts', 'const a = new Date()')).toHaveLength(1)
  expect(sentences('services/payments/src/domain/due.ts', '// not new Date(), since …')).toEqual([])
  expect(sentences('packages/kit/src/runtime/clock.ts', 'const a = new Date()')).toEqual([])
})

test('what Node cannot strip, and what we do not write, is refused', () => {
  expect(sentences('scripts/a.ts', 'export enum Color { red }')).toHaveLength(1)
  expect(sentences('scripts/a.ts', '@Injectable()\nclass A {}')).toHaveLength(1)
  expect(sentences('scripts/a.ts', "export * from './b.ts'")).toHaveLength(1)
})
