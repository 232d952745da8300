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
  ['packages/kit/src/database/database.ts', '@keyhold/payments/schema'],
  ['packages/contracts/src/payments.ts', 'hono'],
  ['packages/contracts/src/payments.ts', 'node:crypto'],
  ['packages/contracts/src/payments.ts', '@keyhold/kit/runtime/clock'],
  ['web/src/features/rent/api.ts', '../tenants/api.ts'],
  ['web/src/lib/money.ts', '../features/rent/api.ts'],
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
  ['web/src/app/routes.tsx', '../features/rent/pages/list.tsx'],
  ['web/vite.config.ts', 'node:path'],
])('%s may import %s', (file, specifier) => {
  expect(importing(file, specifier)).toEqual([])
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
