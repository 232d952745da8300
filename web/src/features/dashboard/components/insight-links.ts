import type { Evidence, Insight } from '@keyhold/contracts/ai/insights'
import { paths } from '~/lib/paths.ts'

export type ActionOf = Pick<Insight, 'insightType' | 'propertyId' | 'tenantId' | 'evidence'>

/** The name of a record among the evidence. */
const nameOf = (evidence: Evidence[], type: Evidence['recordType'], id: string | null): string | undefined => {
  const found = evidence.find(
    ({ kind, recordType, recordId }) => kind === 'text' && recordType === type && recordId === id,
  )
  return typeof found?.value === 'string' ? found.value : undefined
}

/** The target of "Take Action": the screen of its kind, filtered to the record if possible. */
export function actionPath({ insightType, propertyId, tenantId, evidence }: ActionOf): string {
  switch (insightType) {
    case 'rent_optimization':
      return paths.propertiesOf({ q: nameOf(evidence, 'property', propertyId) })
    case 'tenant_retention':
      return paths.tenantsOf({ q: nameOf(evidence, 'tenant', tenantId) })
    case 'maintenance_prediction':
      return paths.maintenanceOf({ propertyId: propertyId ?? undefined })
    case 'payment_risk':
      return paths.paymentsOf({ tenant: tenantId ?? undefined })
  }
}

/** The address of a piece of evidence; payments and requests have no page of their own, so their filtered list. */
export function evidencePath(
  { kind, value, recordType, recordId }: Evidence,
  { propertyId, tenantId }: ActionOf,
): string | null {
  if (!recordType || !recordId) return null
  switch (recordType) {
    case 'property':
      return paths.property(recordId)
    case 'tenant':
      return paths.tenant(recordId)
    case 'payment':
      return paths.paymentsOf({ tenant: tenantId ?? undefined })
    case 'maintenance':
      return paths.maintenanceOf({
        propertyId: propertyId ?? undefined,
        q: kind === 'text' ? String(value) : undefined,
      })
  }
}
