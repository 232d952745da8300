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

/** Where "Take Action" leads: the screen of its kind, narrowed to the record where that screen can be. */
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

/** Where a piece of evidence can be read; payments and requests have no page of their own, so their list, narrowed. */
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
