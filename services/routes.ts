import { endpoints } from '@keyhold/contracts/api'
import type { Endpoint } from '@keyhold/contracts/endpoint'
import type { ServiceName } from '@keyhold/contracts/services'
import type { Database } from '@keyhold/kit/database/database'
import { systemClock } from '@keyhold/kit/runtime/clock'
import { silentLog } from '@keyhold/kit/runtime/log'
import type { BuildTools, ServiceDefinition } from '@keyhold/kit/runtime/service'

/** What a service needs to list its routes. Nothing is connected: no route is called. */
const tools: BuildTools = {
  db: {} as Database,
  call: () => Promise.reject(new Error('nothing is called while routes are listed')),
  clock: systemClock,
  log: silentLog,
  databases: {} as BuildTools['databases'],
}

interface Served {
  service: ServiceName
  endpoint: Endpoint
}

/** The endpoints that these services answer with their default settings. */
export async function servedEndpoints(services: readonly ServiceDefinition[]): Promise<Served[]> {
  const lists = services.map(async (definition) => {
    const parts = await definition.build(definition.config.parse({}), tools)
    await parts.stop?.()
    return parts.routes.map(({ endpoint }) => ({ service: definition.name, endpoint }))
  })
  return (await Promise.all(lists)).flat()
}

/** Where the contracts and the services disagree: an endpoint that nobody answers, or one that the contracts do not list. */
export function mismatchesOf(served: readonly Served[], registered: typeof endpoints = endpoints): string[] {
  const label = ({ method, path }: Endpoint) => `${method} ${path}`
  const isServed = new Set(served.map(({ service, endpoint }) => `${service} ${label(endpoint)}`))
  const isListed = new Set(registered.map(({ endpoint }) => endpoint))
  return [
    ...registered
      .filter(({ service, endpoint }) => !isServed.has(`${service} ${label(endpoint)}`))
      .map(
        ({ service, name, endpoint }) =>
          `${name} (${label(endpoint)}) is in the contracts of ${service}, not its routes`,
      ),
    ...served
      .filter(({ endpoint }) => !isListed.has(endpoint))
      .map(({ service, endpoint }) => `${label(endpoint)} is a route of ${service}, not in contracts/src/api.ts`),
    ...served
      .map(({ endpoint }) => label(endpoint))
      .filter((one, index, all) => all.indexOf(one) !== index)
      .map((one) => `${one} has two routes`),
  ]
}
