// The addresses that each role reaches, and the landlord's sidebar, to the letter of the specification. scripts/lib/screens.test.ts
// compares them with the page's table of screens.

/** Of landlords and administrators. */
export const shared = [
  '/',
  '/properties',
  '/tenants',
  '/airbnb-management',
  '/payments',
  '/maintenance',
  '/documents',
  '/reports',
  '/chat',
  '/market-pricing',
  '/leases',
  '/user-management',
  '/tenant-portal',
  '/tenant-messages',
  '/tenant-notifications',
  '/tenant-view',
  '/tenant-onboarding',
  '/pricing',
  '/subscription-debug',
  '/user-settings',
]
/** Of any role. */
export const everything = [...shared, '/tenant-maintenance', '/super-admin']

export const landlordSidebar = [
  'Dashboard',
  'Properties',
  'Tenants',
  'Airbnb Rentals',
  'Payments',
  'Maintenance',
  'Documents',
  'AI Leases',
  'AI Chat',
  'Tenant Portal',
  'Notifications',
  'Market Pricing',
  'Reports',
  'Pricing',
]

export const ofTenants = [
  '/',
  '/tenant-portal',
  '/tenant-messages',
  '/tenant-maintenance',
  '/tenant-onboarding',
  '/documents',
  '/user-settings',
  '/pricing',
]
