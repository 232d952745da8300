import type { Evidence } from '@keyhold/contracts/ai/insights'
import { expect, test } from 'vitest'
import { actionPath, evidencePath } from './insight-links.ts'

const row = (fields: Partial<Evidence>): Evidence => ({
  label: '',
  value: '',
  kind: 'text',
  recordType: null,
  recordId: null,
  ...fields,
})
const evidence = [
  row({ value: 'Oak & Elm', recordType: 'property', recordId: 'p' }),
  row({ value: 'Ada Moss', recordType: 'tenant', recordId: 't' }),
]
const insight = { propertyId: 'p', tenantId: 't', evidence }

test('each kind of finding links to its screen, filtered to its record', () => {
  expect(actionPath({ ...insight, insightType: 'rent_optimization' })).toBe('/properties?q=Oak+%26+Elm')
  expect(actionPath({ ...insight, insightType: 'tenant_retention' })).toBe('/tenants?q=Ada+Moss')
  expect(actionPath({ ...insight, insightType: 'maintenance_prediction' })).toBe('/maintenance?propertyId=p')
  expect(actionPath({ ...insight, insightType: 'payment_risk' })).toBe('/payments?tenant=t')
})

test('without a record it links to the whole screen', () => {
  const nobody = { propertyId: null, tenantId: null, evidence: [] }
  const kinds = ['rent_optimization', 'tenant_retention', 'maintenance_prediction', 'payment_risk'] as const
  expect(kinds.map((insightType) => actionPath({ ...nobody, insightType }))).toEqual([
    '/properties',
    '/tenants',
    '/maintenance',
    '/payments',
  ])
})

test('evidence links to its record; figures without a record have no link', () => {
  const at = (fields: Partial<Evidence>) => evidencePath(row(fields), { ...insight, insightType: 'payment_risk' })
  expect(at({ recordType: 'property', recordId: 'x' })).toBe('/properties/x')
  expect(at({ recordType: 'tenant', recordId: 'x' })).toBe('/tenants/x')
  expect(at({ recordType: 'payment', recordId: 'x', kind: 'money', value: 5 })).toBe('/payments?tenant=t')
  expect(at({ recordType: 'maintenance', recordId: 'x', value: 'No heat' })).toBe('/maintenance?propertyId=p&q=No+heat')
  expect(at({ value: 5, kind: 'count' })).toBeNull()
})
