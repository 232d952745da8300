import type { Role } from '@keyhold/contracts/roles'
import type { ComponentType } from 'react'
import { late, type Late } from '~/lib/late.ts'
import { paths } from '~/lib/paths.ts'

type PageModule = { Component: ComponentType }

export interface Screen extends Late<PageModule> {
  path: string
}

const screen = (path: string, load: () => Promise<PageModule>): Screen => ({ path, ...late(load) })

const pricing = screen(paths.pricing, () => import('~/features/billing/pages/pricing-page.tsx'))

/** Open to everyone. */
export const publicScreens: readonly Screen[] = [
  screen(paths.login, () => import('~/features/welcome/pages/login-page.tsx')),
  screen(paths.signup, () => import('~/features/welcome/pages/signup-page.tsx')),
  screen(paths.confirm, () => import('~/features/welcome/pages/confirm-page.tsx')),
  screen(paths.forgotPassword, () => import('~/features/welcome/pages/forgot-password-page.tsx')),
  screen(paths.resetPassword, () => import('~/features/welcome/pages/reset-password-page.tsx')),
  screen(paths.tenantRegister, () => import('~/features/registration/pages/register-page.tsx')),
  screen(paths.terms, () => import('~/features/legal/pages/terms-page.tsx')),
  screen(paths.privacy, () => import('~/features/legal/pages/privacy-page.tsx')),
  pricing,
]

/** What `/` shows to someone who isn't signed in. */
export const landing = screen(paths.home, () => import('~/features/welcome/pages/landing-page.tsx'))

const tenants = screen(paths.tenants, () => import('~/features/tenants/pages/tenants-page.tsx'))
const property = screen(paths.property(':id'), () => import('~/features/properties/pages/property-page.tsx'))
const documents = screen(paths.documents, () => import('~/features/documents/pages/documents-page.tsx'))
const settings = screen(paths.userSettings, () => import('~/features/account/pages/settings-page.tsx'))
const support = screen(paths.support, () => import('~/features/support/pages/support-page.tsx'))

const planned = (...addresses: string[]) => addresses.map((path) => screen(path, () => import('./planned-page.tsx')))

const landlordScreens: readonly Screen[] = [
  screen(paths.home, () => import('~/features/dashboard/pages/dashboard-page.tsx')),
  screen(paths.properties, () => import('~/features/properties/pages/properties-page.tsx')),
  property,
  // The same page with its form open.
  { ...property, path: paths.editProperty(':id') },
  tenants,
  { ...tenants, path: paths.newTenant },
  screen(paths.tenant(':id'), () => import('~/features/tenants/pages/tenant-page.tsx')),
  screen(paths.payments, () => import('~/features/payments/pages/payments-page.tsx')),
  documents,
  screen(paths.reports, () => import('~/features/reports/pages/reports-page.tsx')),
  screen(paths.maintenance, () => import('~/features/maintenance/pages/maintenance-page.tsx')),
  ...planned(
    paths.airbnb,
    paths.chat,
    paths.marketPricing,
    paths.leases,
    paths.tenantPortal,
    paths.tenantMessages,
    paths.tenantNotifications,
    paths.tenantOnboarding,
  ),
  screen(paths.tenantView, () => import('~/features/preview/pages/tenant-view-page.tsx')),
  screen(paths.userManagement, () => import('~/features/users/pages/users-page.tsx')),
  pricing,
  screen(paths.dashboard, () => import('~/features/billing/pages/payment-return-page.tsx')),
  screen(paths.subscribe, () => import('~/features/billing/pages/subscribe-page.tsx')),
  screen(paths.subscriptionDebug, () => import('~/features/billing/pages/subscription-debug-page.tsx')),
  support,
  { ...support, path: paths.supportTicket(':id') },
  settings,
]

const portal = () => import('~/features/portal/pages/portal-page.tsx')
const tenantMaintenance = screen(
  paths.tenantMaintenance,
  () => import('~/features/portal/pages/tenant-maintenance-page.tsx'),
)

/** Behind sign-in, by role (spec 1 §2). /pricing is open to everyone, and stands in the frame for those who pay. */
export const screensFor: Record<Role, readonly Screen[]> = {
  // A landlord who opens the tenants' page for repairs is shown their own.
  landlord: [
    ...landlordScreens,
    { ...landlordScreens.find(({ path }) => path === paths.maintenance)!, path: paths.tenantMaintenance },
  ],
  super_admin: [...landlordScreens, screen(paths.superAdmin, () => import('~/features/admin/pages/admin-page.tsx'))],
  tenant: [
    screen(paths.home, portal),
    screen(paths.tenantPortal, portal),
    tenantMaintenance,
    documents,
    ...planned(paths.tenantMessages, paths.tenantOnboarding),
    settings,
  ],
}

/** Paths of any role's screens: known addresses ask to sign in first. */
export const protectedPaths: readonly string[] = [
  ...new Set(Object.values(screensFor).flatMap((screens) => screens.map(({ path }) => path))),
].filter((path) => path !== paths.home && path !== paths.pricing)

/** The frame around every page behind sign-in. */
export const shell = late(() => import('./shell/shell.tsx'))

/** Fetches a page's code ahead of the press. */
export function preload(role: Role, path: string): void {
  void screensFor[role].find((candidate) => candidate.path === path)?.load()
}

/** Starts fetching what an address will show before the page stands, and while it is still being asked who is signed in. */
export async function preloadAddress(pathname: string, isVisitor: boolean): Promise<void> {
  const open = publicScreens.find(({ path }) => path === pathname)
  if (open) await open.load()
  else if (!isVisitor) {
    // A guess for `/`, which shows most people this.
    await Promise.all([shell.load(), landlordScreens.find(({ path }) => path === pathname)?.load()])
  }
  // And at `/` someone signed out sees the landing page.
  else if (pathname === paths.home) await landing.load()
}
