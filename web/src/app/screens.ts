import type { Role } from '@keyhold/contracts/roles'
import { paths } from '~/lib/paths.ts'
import { screen, type ScreenOptions, type Screen } from './screen.ts'

const landlords: readonly Role[] = ['landlord', 'super_admin']
const everyone: readonly Role[] = ['landlord', 'super_admin', 'tenant']

/** A screen that is not built yet. */
const planned = (path: string, options: ScreenOptions) => screen(path, () => import('./planned-page.tsx'), options)

/** What `/` shows to someone who isn't signed in. */
export const landing = screen(paths.home, () => import('~/features/welcome/pages/landing-page.tsx'), {})

const maintenance = screen(paths.maintenance, () => import('~/features/maintenance/pages/maintenance-page.tsx'), {
  title: 'Maintenance',
  roles: landlords,
  sidebar: { landlord: { icon: 'Wrench' } },
})

/** Every screen: routes, navigation and titles come from here. */
export const screens: readonly Screen[] = [
  // Public.
  screen(paths.login, () => import('~/features/welcome/pages/login-page.tsx'), { title: 'Sign in', isPublic: true }),
  screen(paths.signup, () => import('~/features/welcome/pages/signup-page.tsx'), {
    title: 'Create account',
    isPublic: true,
  }),
  screen(paths.confirm, () => import('~/features/welcome/pages/confirm-page.tsx'), { isPublic: true }),
  screen(paths.forgotPassword, () => import('~/features/welcome/pages/forgot-password-page.tsx'), {
    title: 'Forgot password',
    isPublic: true,
  }),
  screen(paths.resetPassword, () => import('~/features/welcome/pages/reset-password-page.tsx'), {
    title: 'Choose a new password',
    isPublic: true,
  }),
  screen(paths.tenantRegister, () => import('~/features/registration/pages/register-page.tsx'), {
    title: 'Tenant registration',
    isPublic: true,
  }),
  screen(paths.workOrder, () => import('~/features/work-orders/pages/work-order-page.tsx'), {
    title: 'Work order',
    isPublic: true,
  }),
  screen(paths.publicListing(':slug'), () => import('~/features/guest-stays/pages/listing-page.tsx'), {
    title: 'Book a stay',
    isPublic: true,
  }),
  screen(paths.guestStay, () => import('~/features/guest-stays/pages/guest-page.tsx'), {
    title: 'Your stay',
    isPublic: true,
  }),
  screen(paths.cleanerTasks, () => import('~/features/cleaner-tasks/pages/cleaner-page.tsx'), {
    title: 'Your tasks',
    isPublic: true,
  }),
  screen(paths.terms, () => import('~/features/legal/pages/terms-page.tsx'), {
    title: 'Terms of Service',
    isPublic: true,
  }),
  screen(paths.privacy, () => import('~/features/legal/pages/privacy-page.tsx'), {
    title: 'Privacy Policy',
    isPublic: true,
  }),

  // The screens of the sidebars, top to bottom (spec 1 §2).
  screen(paths.superAdmin, () => import('~/features/admin/pages/admin-page.tsx'), {
    title: 'Super Admin Dashboard',
    roles: ['super_admin'],
    mode: 'admin',
    sidebar: { admin: { short: 'Dashboard', icon: 'ShieldCheck', bar: true } },
  }),
  screen(paths.home, () => import('~/features/dashboard/pages/dashboard-page.tsx'), {
    title: 'Dashboard',
    roles: landlords,
    sidebar: { landlord: { icon: 'LayoutDashboard', bar: true } },
  }),
  screen(paths.home, () => import('~/features/portal/pages/portal-page.tsx'), {
    alsoAt: [paths.tenantPortal],
    title: 'Tenant Portal',
    roles: ['tenant'],
    sidebar: { tenant: { label: 'My Portal', icon: 'Home', bar: true } },
  }),
  // Asks visitors to sign in by itself (spec 2 §2).
  screen(paths.tenantMessages, () => import('~/features/conversations/pages/tenant-messages-page.tsx'), {
    title: 'Messages',
    roles: everyone,
    isPublic: true,
    mode: 'any',
    sidebar: { tenant: { icon: 'MessagesSquare', bar: true, counts: 'unread', roles: ['tenant'] } },
  }),
  // A preview for landlords and administrators, with sample content.
  screen(paths.tenantView, () => import('~/features/portal/pages/tenant-view-page.tsx'), {
    title: 'Tenant View',
    roles: landlords,
    mode: 'tenant',
    sidebar: { tenant: { label: 'My Portal', icon: 'Home', bar: true } },
  }),
  screen(paths.properties, () => import('~/features/properties/pages/properties-page.tsx'), {
    title: 'Properties',
    roles: landlords,
    sidebar: { landlord: { icon: 'Building2', bar: true } },
  }),
  screen(paths.tenants, () => import('~/features/tenants/pages/tenants-page.tsx'), {
    alsoAt: [paths.newTenant],
    title: 'Tenants',
    roles: landlords,
    sidebar: { landlord: { icon: 'Users', bar: true } },
  }),
  screen(paths.airbnb, () => import('~/features/stays/pages/stays-page.tsx'), {
    title: 'Airbnb Rentals',
    roles: landlords,
    sidebar: { landlord: { icon: 'Luggage' } },
  }),
  screen(paths.payments, () => import('~/features/payments/pages/payments-page.tsx'), {
    title: 'Payments',
    roles: landlords,
    sidebar: { landlord: { icon: 'CreditCard', bar: true } },
  }),
  maintenance,
  screen(paths.documents, () => import('~/features/documents/pages/documents-page.tsx'), {
    title: 'Documents',
    roles: everyone,
    sidebar: { landlord: { icon: 'FileText' }, tenant: { icon: 'FileText', bar: true } },
  }),
  planned(paths.leases, { title: 'AI Leases', roles: landlords, sidebar: { landlord: { icon: 'ScrollText' } } }),
  screen(paths.chat, () => import('~/features/conversations/pages/chat-page.tsx'), {
    title: 'AI Chat',
    roles: landlords,
    sidebar: { landlord: { icon: 'Bot' } },
  }),
  screen(paths.tenantPortal, () => import('~/features/conversations/pages/conversations-page.tsx'), {
    title: 'Tenant Portal',
    roles: landlords,
    sidebar: { landlord: { icon: 'DoorOpen', counts: 'unread' } },
  }),
  screen(paths.tenantNotifications, () => import('~/features/notifications/pages/notifications-page.tsx'), {
    title: 'Notifications',
    roles: landlords,
    sidebar: { landlord: { icon: 'Bell' } },
  }),
  planned(paths.marketPricing, {
    title: 'Market Pricing',
    roles: landlords,
    sidebar: { landlord: { icon: 'TrendingUp' } },
  }),
  screen(paths.reports, () => import('~/features/reports/pages/reports-page.tsx'), {
    title: 'Reports and Analytics',
    roles: landlords,
    sidebar: { landlord: { label: 'Reports', icon: 'ChartColumn' } },
  }),
  // Open to everyone, and inside the frame for those who pay.
  screen(paths.pricing, () => import('~/features/billing/pages/pricing-page.tsx'), {
    title: 'Pricing',
    roles: landlords,
    isPublic: true,
    sidebar: { landlord: { icon: 'Tags' } },
  }),
  screen(paths.userManagement, () => import('~/features/users/pages/users-page.tsx'), {
    title: 'User Management',
    roles: landlords,
    mode: 'admin',
    sidebar: {
      landlord: { label: 'Management', icon: 'UserCog', roles: ['landlord'] },
      admin: { short: 'Users', icon: 'UserCog', bar: true },
    },
  }),
  screen(paths.userSettings, () => import('~/features/account/pages/settings-page.tsx'), {
    title: 'Account Settings',
    roles: everyone,
    mode: 'any',
    sidebar: { tenant: { label: 'Settings', icon: 'Settings', bar: true } },
  }),

  // Screens that other screens link to.
  screen(paths.property(':id'), () => import('~/features/properties/pages/property-page.tsx'), {
    alsoAt: [paths.editProperty(':id')],
    title: 'Property',
    roles: landlords,
  }),
  screen(paths.tenant(':id'), () => import('~/features/tenants/pages/tenant-page.tsx'), {
    title: 'Tenant',
    roles: landlords,
  }),
  // A landlord who opens the tenants' address sees their own page.
  { ...maintenance, path: paths.tenantMaintenance, roles: ['landlord'], sidebar: {} },
  screen(paths.tenantMaintenance, () => import('~/features/portal/pages/tenant-maintenance-page.tsx'), {
    title: 'Maintenance',
    roles: ['tenant'],
  }),
  screen(paths.tenantOnboarding, () => import('~/features/onboarding/pages/onboarding-page.tsx'), {
    title: 'Onboarding',
    roles: ['tenant'],
  }),
  screen(paths.tenantOnboarding, () => import('~/features/onboarding/pages/onboarding-plan-page.tsx'), {
    title: 'Onboarding',
    roles: landlords,
  }),
  screen(paths.assistant, () => import('~/features/assistant/pages/assistant-page.tsx'), {
    title: 'Assistant',
    roles: landlords,
  }),
  screen(paths.branding, () => import('~/features/branding/pages/branding-page.tsx'), {
    title: 'Branding',
    roles: landlords,
    mode: 'any',
  }),
  screen(paths.dashboard, () => import('~/features/billing/pages/payment-return-page.tsx'), {
    title: 'Your payment',
    roles: landlords,
  }),
  screen(paths.subscribe, () => import('~/features/billing/pages/subscribe-page.tsx'), {
    title: 'Subscribe',
    roles: landlords,
  }),
  screen(paths.subscriptionDebug, () => import('~/features/billing/pages/subscription-debug-page.tsx'), {
    title: 'Subscription debug',
    roles: landlords,
  }),
  screen(paths.support, () => import('~/features/support/pages/support-page.tsx'), {
    alsoAt: [paths.supportTicket(':id')],
    title: 'Help & support',
    roles: landlords,
    mode: 'any',
  }),
]
