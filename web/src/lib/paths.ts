import { pages } from '@keyhold/contracts/pages'

/** Every address of the page. Links are made here, so that a renamed screen is one change. */
export const paths = {
  home: '/',
  login: '/login',
  signup: '/signup',
  confirm: pages.confirm,
  forgotPassword: '/forgot-password',
  resetPassword: pages.resetPassword,
  tenantRegister: pages.tenantRegister,
  terms: '/terms',
  privacy: '/privacy',
  properties: '/properties',
  propertiesOf: (filter: { q?: string }) => withQuery('/properties', filter),
  property: (id: string) => `/properties/${id}`,
  /** The page of a property with its form open. */
  editProperty: (id: string) => `/properties/edit/${id}`,
  tenants: '/tenants',
  tenantsOf: (filter: { q?: string; propertyId?: string }) => withQuery('/tenants', filter),
  insuranceOfTenants: '/tenants?view=insurance',
  newTenant: '/tenants/new',
  newTenantAt: (propertyId: string, unitId?: string) => withQuery('/tenants/new', { propertyId, unitId }),
  invitations: '/tenants?view=invitations',
  tenantImports: '/tenants?view=import',
  tenant: pages.tenant,
  payments: '/payments',
  paymentsOf: (filter: {
    tenant?: string
    propertyId?: string
    status?: string
    view?: 'late-fees' | 'deposits' | 'recurring'
  }) => withQuery('/payments', filter),
  /** The page with the form open that confirms this payment. */
  verifyPayment: (id: string) => withQuery('/payments', { verify: id }),
  /** The page with the form open that records what this tenant paid. */
  recordPayment: (tenant: string) => withQuery('/payments', { tenant, record: '1' }),
  /** The page with this charge open. */
  payment: (id: string) => withQuery('/payments', { payment: id }),
  maintenance: '/maintenance',
  maintenanceOf: (filter: {
    propertyId?: string
    q?: string
    vendor?: string
    show?: 'pastDue' | 'unassigned'
    view?: 'vendors'
  }) => withQuery('/maintenance', filter),
  documents: '/documents',
  /** The page with this request open. */
  maintenanceRequest: pages.maintenanceRequest,
  documentBin: '/documents?bin=1',
  documentsOf: (filter: { propertyId?: string; tenant?: string; request?: string; document?: string }) =>
    withQuery('/documents', filter),
  leases: '/leases',
  chat: '/chat',
  chatWith: (tenant: string) => withQuery('/chat', { tenant }),
  /** What the assistant was asked and answered, and its settings. */
  assistant: '/assistant',
  /** The landlord's own look. */
  branding: '/branding',
  marketPricing: '/market-pricing',
  marketPricingOf: (filter: { propertyId?: string }) => withQuery('/market-pricing', filter),
  reports: '/reports',
  airbnb: '/airbnb-management',
  /** The short stays with this tab open. */
  airbnbAt: (tab: string, filter: { rental?: string; booking?: string } = {}) =>
    withQuery('/airbnb-management', { tab, ...filter }),
  /** What a guest of a listing opens, without an account. */
  publicListing: pages.publicListing,
  /** What a guest opens with the token of their stay's link. */
  guestStay: pages.guestStay,
  /** What a cleaner opens with the token of their link. */
  cleanerTasks: pages.cleanerTasks,
  guestStayOf: (token: string) => withQuery(pages.guestStay, { token }),
  tenantPortal: pages.tenantPortal,
  tenantMaintenance: '/tenant-maintenance',
  /** The tenant's page with this request open. */
  tenantRequest: pages.tenantRequest,
  /** What a vendor opens with the token of a link. */
  workOrder: pages.workOrder,
  tenantMessages: '/tenant-messages',
  tenantNotifications: '/tenant-notifications',
  tenantNotification: pages.tenantNotification,
  /** The settings page at the switches for what one is told. */
  notificationSettings: '/user-settings#notifications',
  tenantOnboarding: '/tenant-onboarding',
  /** A preview for the administrator and the landlord of what a tenant sees, with sample content. */
  tenantView: '/tenant-view',
  pricing: '/pricing',
  subscribe: '/subscribe',
  subscribeTo: (plan: string, interval?: string) => withQuery('/subscribe', { plan, interval }),
  subscriptionDebug: '/subscription-debug',
  dashboard: '/dashboard',
  /** Where a payment returns to; what it was for, so that it can be waited for. */
  paymentReturn: (change: { plan?: string; interval?: string; invoice?: 'open' } = {}) =>
    withQuery('/dashboard', { subscribed: 'true', ...change }),
  support: '/support',
  supportTicket: pages.supportTicket,
  superAdmin: '/super-admin',
  superAdminAt: (tab: string) => withQuery('/super-admin', { tab }),
  userSettings: '/user-settings',
  /** A tenant's parts of the settings. */
  personalDetails: '/user-settings#personal-details',
  ownInsurance: '/user-settings#renters-insurance',
  /** The tenant's payments on the portal's first screen. */
  ownPayments: '/#my-payments',
  userManagement: '/user-management',
} as const

function withQuery(path: string, query: Record<string, string | undefined>): string {
  const search = new URLSearchParams(
    Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1])),
  )
  return search.size > 0 ? `${path}?${search}` : path
}
