import { type ServiceName, serviceNames } from '@keyhold/contracts/services'
import { BadConfig } from '@keyhold/kit/runtime/config'
import type { ServiceDefinition } from '@keyhold/kit/runtime/service'

/** How each service is loaded. A process loads only the services that it runs: all of them take some 200 MB more. */
const load: Record<ServiceName, () => Promise<ServiceDefinition>> = {
  gateway: async () => (await import('@keyhold/gateway/service')).gateway,
  identity: async () => (await import('@keyhold/identity/service')).identity,
  properties: async () => (await import('@keyhold/properties/service')).properties,
  tenancy: async () => (await import('@keyhold/tenancy/service')).tenancy,
  payments: async () => (await import('@keyhold/payments/service')).payments,
  maintenance: async () => (await import('@keyhold/maintenance/service')).maintenance,
  messaging: async () => (await import('@keyhold/messaging/service')).messaging,
  ai: async () => (await import('@keyhold/ai/service')).ai,
  billing: async () => (await import('@keyhold/billing/service')).billing,
}

export const loadServices = (names: readonly ServiceName[] = serviceNames): Promise<ServiceDefinition[]> =>
  Promise.all(names.map((name) => load[name]()))

const isServiceName = (name: string): name is ServiceName => name in load

/** The names given on the command line; all services when there are none. @throws BadConfig on an unknown name */
export function parseServiceNames(names: readonly string[]): readonly ServiceName[] {
  const unknown = names.filter((name) => !isServiceName(name))
  if (unknown.length)
    throw new BadConfig([`no such service: ${unknown.join(', ')} (there are ${serviceNames.join(', ')})`])
  return names.length ? names.filter(isServiceName) : serviceNames
}
