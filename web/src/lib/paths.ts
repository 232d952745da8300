/** Every address of the page. Links are made here, so that a renamed screen is one change. */
export const paths = {
  home: '/',
  login: '/login',
  signup: '/signup',
  confirm: '/confirm',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  tenantRegister: '/tenant-register',
  terms: '/terms',
  privacy: '/privacy',
  properties: '/properties',
  property: (id: string) => `/properties/${id}`,
  tenants: '/tenants',
  newTenant: '/tenants/new',
  newTenantAt: (propertyId: string) => withQuery('/tenants/new', { propertyId }),
  invitations: '/tenants?view=invitations',
  tenant: (id: string) => `/tenants/${id}`,
  payments: '/payments',
  paymentsOf: (filter: { tenant?: string; propertyId?: string; status?: string }) => withQuery('/payments', filter),
  maintenance: '/maintenance',
  maintenanceOf: (filter: { propertyId?: string }) => withQuery('/maintenance', filter),
  tenantPortal: '/tenant-portal',
  tenantMaintenance: '/tenant-maintenance',
  userSettings: '/user-settings',
  userManagement: '/user-management',
} as const

function withQuery(path: string, query: Record<string, string | undefined>): string {
  const search = new URLSearchParams(Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1])))
  return search.size > 0 ? `${path}?${search}` : path
}
