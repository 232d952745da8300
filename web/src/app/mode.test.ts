import { expect, test } from 'vitest'
import { modeAt } from './mode.tsx'

test.each([
  ['/super-admin', 'landlord', 'admin'],
  ['/user-management', 'tenant', 'admin'],
  ['/', 'admin', 'landlord'],
  ['/properties/42', 'admin', 'landlord'],
  ['/tenant-view', 'admin', 'tenant'],
  // The tenant's sidebar leads here, too.
  ['/documents', 'tenant', 'tenant'],
  ['/documents', 'admin', 'landlord'],
  // Of every mode.
  ['/user-settings', 'admin', 'admin'],
  ['/support', 'admin', 'admin'],
  ['/support/7', 'tenant', 'tenant'],
  ['/no-such-page', 'admin', 'admin'],
] as const)('at %s, coming from %s, a super admin is in mode %s', (path, last, mode) => {
  expect(modeAt(path, last)).toBe(mode)
})
