import { expect, test } from 'vitest'
import { undeclaredIn, workspaceOf } from './dependencies.ts'

test('an import of a package that the workspace does not declare is found', () => {
  const manifest = { name: '@keyhold/payments', dependencies: { '@keyhold/kit': '*', pdfmake: '1' } }
  const text = `import { v7 } from 'uuid'
import { a } from '@scope/thing/part'
import pdf from 'pdfmake/build/pdfmake.js'
import { serve } from '@keyhold/kit/http/serve'
import { b } from '@keyhold/payments/schema'
import { join } from 'node:path'
import { c } from './c.ts'
`
  expect(undeclaredIn(text, manifest)).toEqual([
    { line: 1, sentence: 'uuid is not among the dependencies of @keyhold/payments' },
    { line: 2, sentence: '@scope/thing is not among the dependencies of @keyhold/payments' },
  ])
})

test('tests may use what the root declares', () => {
  expect(workspaceOf('services/payments/src/routes/charges.ts')).toBe('services/payments')
  expect(workspaceOf('web/src/lib/format.ts')).toBe('web')
  expect(workspaceOf('services/payments/src/routes/charges.test.ts')).toBeUndefined()
  expect(workspaceOf('services/demo/data.ts')).toBeUndefined()
})
