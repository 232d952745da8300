import type { Role } from '@keyhold/contracts/roles'
import {
  Bell,
  Bot,
  Building2,
  ChartColumn,
  CreditCard,
  DoorOpen,
  FileText,
  Home,
  LayoutDashboard,
  LifeBuoy,
  Luggage,
  ScrollText,
  Settings,
  ShieldCheck,
  Tags,
  TrendingUp,
  UserCog,
  Users,
  Wrench,
  type LucideIcon,
} from 'lucide-react'
import { paths } from '~/lib/paths.ts'
import type { Mode } from './mode.tsx'

export interface NavItem {
  path: string
  label: string
  /** In a phone's bar, where the label is too long for it. */
  short?: string
  icon: LucideIcon
  /** Its place in a phone's bar, if it has one; the rest stands in the menu. */
  bar?: boolean
  /** For these roles only. */
  roles?: readonly Role[]
}

const management: NavItem = { path: paths.userManagement, label: 'Management', icon: UserCog }

/** The sidebars, top to bottom (spec 1 §2). */
export const navOf: Readonly<Record<Mode, readonly NavItem[]>> = {
  landlord: [
    { path: paths.home, label: 'Dashboard', icon: LayoutDashboard, bar: true },
    { path: paths.properties, label: 'Properties', icon: Building2, bar: true },
    { path: paths.tenants, label: 'Tenants', icon: Users, bar: true },
    { path: paths.airbnb, label: 'Airbnb Rentals', icon: Luggage },
    { path: paths.payments, label: 'Payments', icon: CreditCard, bar: true },
    { path: paths.maintenance, label: 'Maintenance', icon: Wrench },
    { path: paths.documents, label: 'Documents', icon: FileText },
    { path: paths.leases, label: 'AI Leases', icon: ScrollText },
    { path: paths.chat, label: 'AI Chat', icon: Bot },
    { path: paths.tenantPortal, label: 'Tenant Portal', icon: DoorOpen },
    { path: paths.tenantNotifications, label: 'Notifications', icon: Bell },
    { path: paths.marketPricing, label: 'Market Pricing', icon: TrendingUp },
    { path: paths.reports, label: 'Reports', icon: ChartColumn },
    { path: paths.pricing, label: 'Pricing', icon: Tags },
    { ...management, roles: ['landlord'] },
  ],
  admin: [
    { path: paths.superAdmin, label: 'Super Admin Dashboard', short: 'Dashboard', icon: ShieldCheck, bar: true },
    { ...management, label: 'User Management', short: 'Users', bar: true },
  ],
  tenant: [
    { path: paths.home, label: 'My Portal', icon: Home, bar: true },
    { path: paths.documents, label: 'Documents', icon: FileText, bar: true },
    { path: paths.userSettings, label: 'Settings', icon: Settings, bar: true },
  ],
}

/** Of a super admin: the portal is a preview there. */
const tenantPreview: readonly NavItem[] = [
  { path: paths.tenantView, label: 'My Portal', icon: Home, bar: true },
  { path: paths.documents, label: 'Documents', icon: FileText, bar: true },
  { path: paths.userSettings, label: 'Settings', icon: Settings, bar: true },
]

/** Stands in the menu of the person rather than in the sidebar, except for tenants. */
export const accountSettings: NavItem = { path: paths.userSettings, label: 'Account Settings', icon: Settings }

/** For whoever can ask the platform: a tenant asks the landlord. */
export const helpAndSupport: NavItem = { path: paths.support, label: 'Help & support', icon: LifeBuoy }

export function navFor(role: Role, mode: Mode): readonly NavItem[] {
  if (role === 'super_admin' && mode === 'tenant') return tenantPreview
  return navOf[mode].filter(({ roles }) => !roles || roles.includes(role))
}
