import * as admin from './admin.ts'
import * as ai from './ai.ts'
import * as billing from './billing.ts'
import * as documents from './documents.ts'
import type { Endpoint } from './endpoint.ts'
import type { EventContract } from './event.ts'
import * as gateway from './gateway.ts'
import * as identity from './identity.ts'
import * as ledger from './ledger.ts'
import * as maintenance from './maintenance.ts'
import * as messaging from './messaging.ts'
import * as payments from './payments.ts'
import * as properties from './properties.ts'
import * as reports from './reports.ts'
import * as screening from './screening.ts'
import * as support from './support.ts'
import * as tenancies from './tenancies.ts'
import * as tenancy from './tenancy.ts'
import * as imports from './tenant-imports.ts'
import * as units from './units.ts'

const { maintenanceCosts, ...reportsOfPayments } = reports
const { DocumentAnalysed, ...documentsOfProperties } = documents

const contracts = {
  gateway,
  identity: { ...identity, ...admin, ...support },
  properties: { ...properties, ...units, ...documentsOfProperties },
  tenancy: { ...tenancy, ...tenancies, ...imports },
  payments: { ...payments, ...ledger, ...reportsOfPayments },
  maintenance: { ...maintenance, maintenanceCosts },
  messaging,
  ai: { ...ai, ...screening, DocumentAnalysed },
  billing,
}

export type ServiceName = keyof typeof contracts
export const serviceNames = Object.keys(contracts) as ServiceName[]

const isEndpoint = (value: unknown): value is Endpoint => typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'endpoint'
const isEvent = (value: unknown): value is EventContract => typeof value === 'object' && value !== null && 'subject' in value && 'type' in value

/** Every call of the API with the service that answers it. The gateway's role table, OpenAPI and the generated tests walk this list. */
export const endpoints: readonly { service: ServiceName; name: string; endpoint: Endpoint }[] = serviceNames.flatMap((service) =>
  Object.entries(contracts[service]).flatMap(([name, value]) => (isEndpoint(value) ? [{ service, name, endpoint: value }] : [])),
)

/** Every fact that any service publishes. */
export const events: readonly EventContract[] = serviceNames.flatMap((service) => Object.values(contracts[service]).filter(isEvent))
