/** Addresses of the web page that services link to, in e-mails and texts; the page's own links use them too. Without zod. */
export const pages = {
  confirm: '/confirm',
  resetPassword: '/reset-password',
  tenantRegister: '/tenant-register',
  tenantPortal: '/tenant-portal',
  tenantMaintenance: '/tenant-maintenance',
  tenant: (id: string) => `/tenants/${id}`,
  tenantRequest: (id: string) => `/tenant-maintenance?request=${id}`,
  workOrder: '/work-order',
  /** The page of a stay for its guest, with the token of the link. */
  guestStay: '/guest-stay',
  publicListing: (slug: string) => `/stay/${slug}`,
  /** A conversation as its tenant reads it, and as the landlord does. */
  tenantConversation: (id: string) => `/tenant-messages?conversation=${id}`,
  landlordConversation: (id: string) => `/tenant-portal?conversation=${id}`,
  maintenanceRequest: (id: string) => `/maintenance?request=${id}`,
  /** The page with the form open that confirms this payment. */
  verifyPayment: (id: string) => `/payments?verify=${id}`,
  paymentsOf: (tenantId: string) => `/payments?tenant=${tenantId}`,
  tenantNotification: (id: string) => `/tenant-notifications?notification=${id}`,
  failedMessages: '/tenant-notifications?view=failed',
  supportTicket: (id: string) => `/support/${id}`,
} as const

/** An address with the token of a link that works once. */
export const withToken = (page: string, token: string): string => `${page}?token=${encodeURIComponent(token)}`
