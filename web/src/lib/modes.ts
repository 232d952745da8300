import { paths } from './paths.ts'

/** What a super admin works as. Everyone else has one mode, that of the role. */
export type Mode = 'admin' | 'landlord' | 'tenant'

/** The first screen of each mode, in the order of the toggle's buttons. */
export const modes: readonly { mode: Mode; label: string; home: string }[] = [
  { mode: 'admin', label: 'Admin Control', home: paths.superAdmin },
  { mode: 'landlord', label: 'Landlord Tools', home: paths.home },
  { mode: 'tenant', label: 'Tenant View', home: paths.tenantView },
]
