import type { Role } from '@keyhold/contracts/roles'
import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { paths } from '~/lib/paths.ts'

type PageModule = { Component: ComponentType }

export interface Screen {
  path: string
  /** Loads the page's code; also called when a link to it is about to be pressed. */
  load: () => Promise<PageModule>
  Component: LazyExoticComponent<ComponentType>
}

const screen = (path: string, load: () => Promise<PageModule>): Screen => ({
  path,
  load,
  Component: lazy(async () => ({ default: (await load()).Component })),
})

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
]

/** What `/` shows to someone who isn't signed in. */
export const landing = screen(paths.home, () => import('~/features/welcome/pages/landing-page.tsx'))

const tenants = screen(paths.tenants, () => import('~/features/tenants/pages/tenants-page.tsx'))

const settings = screen(paths.userSettings, () => import('~/features/account/pages/settings-page.tsx'))

const landlordScreens: readonly Screen[] = [
  screen(paths.home, () => import('~/features/dashboard/pages/dashboard-page.tsx')),
  screen(paths.properties, () => import('~/features/properties/pages/properties-page.tsx')),
  screen(paths.property(':id'), () => import('~/features/properties/pages/property-page.tsx')),
  tenants,
  // The same page with its dialog open.
  { ...tenants, path: paths.newTenant },
  screen(paths.tenant(':id'), () => import('~/features/tenants/pages/tenant-page.tsx')),
  screen(paths.payments, () => import('~/features/payments/pages/payments-page.tsx')),
  screen(paths.maintenance, () => import('~/features/maintenance/pages/maintenance-page.tsx')),
  screen(paths.userManagement, () => import('~/features/users/pages/users-page.tsx')),
  settings,
]

const portal = () => import('~/features/portal/pages/portal-page.tsx')

/** Behind sign-in, by role. */
export const screensFor: Record<Role, readonly Screen[]> = {
  landlord: landlordScreens,
  super_admin: landlordScreens,
  tenant: [
    screen(paths.home, portal),
    screen(paths.tenantPortal, portal),
    screen(paths.tenantMaintenance, () => import('~/features/portal/pages/tenant-maintenance-page.tsx')),
    settings,
  ],
}

/** Fetches a page's code ahead of the press. */
export function preload(role: Role, path: string): void {
  void screensFor[role].find((candidate) => candidate.path === path)?.load()
}

/** Starts fetching what an address will show while it is still being asked who is signed in. */
export function preloadAddress(pathname: string): void {
  const open = publicScreens.find(({ path }) => path === pathname)
  if (open) void open.load()
  else if (pathname !== paths.home) void loadShell()
}

export const loadShell = () => import('./shell/shell.tsx')
