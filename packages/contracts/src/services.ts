/** Every service, in the order in which one process starts them. */
export const serviceNames = [
  'gateway',
  'identity',
  'properties',
  'tenancy',
  'payments',
  'maintenance',
  'messaging',
  'ai',
  'billing',
] as const
export type ServiceName = (typeof serviceNames)[number]
