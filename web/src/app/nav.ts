import type { Role } from '@keyhold/contracts/roles'
import { Building2, CreditCard, Home, LayoutDashboard, Settings, UserCog, Users, Wrench, type LucideIcon } from 'lucide-react'
import { paths } from '~/lib/paths.ts'

export interface NavItem {
  path: string
  label: string
  icon: LucideIcon
  roles: readonly Role[]
  /** Its place in a phone's bar, if it has one; the rest stands in the menu. */
  bar?: boolean
}

const landlords: readonly Role[] = ['landlord', 'super_admin']

/** The sidebar, top to bottom (spec 1 §2, the screens that exist). */
export const nav: readonly NavItem[] = [
  { path: paths.home, label: 'Dashboard', icon: LayoutDashboard, roles: landlords, bar: true },
  { path: paths.properties, label: 'Properties', icon: Building2, roles: landlords, bar: true },
  { path: paths.tenants, label: 'Tenants', icon: Users, roles: landlords, bar: true },
  { path: paths.payments, label: 'Payments', icon: CreditCard, roles: landlords, bar: true },
  { path: paths.maintenance, label: 'Maintenance', icon: Wrench, roles: landlords },
  { path: paths.userManagement, label: 'Management', icon: UserCog, roles: landlords },
  { path: paths.home, label: 'My Portal', icon: Home, roles: ['tenant'], bar: true },
  { path: paths.userSettings, label: 'Settings', icon: Settings, roles: ['tenant'], bar: true },
]

/** Stands in the menu of the person rather than in the sidebar, except for tenants. */
export const accountSettings: NavItem = { path: paths.userSettings, label: 'Account Settings', icon: Settings, roles: landlords }

export const navFor = (role: Role): NavItem[] => nav.filter((item) => item.roles.includes(role))
