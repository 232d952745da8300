/** Addresses of the web page that services link to, in e-mails and texts; the page's own links use them too. Without zod. */
export const pages = {
  confirm: '/confirm',
  resetPassword: '/reset-password',
  tenantRegister: '/tenant-register',
  tenant: (id: string) => `/tenants/${id}`,
  maintenanceRequest: (id: string) => `/maintenance?request=${id}`,
  supportTicket: (id: string) => `/support/${id}`,
} as const

/** An address with the token of a link that works once. */
export const withToken = (page: string, token: string): string => `${page}?token=${encodeURIComponent(token)}`
