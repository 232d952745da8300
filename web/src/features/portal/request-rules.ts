import { type maintenanceCategories, maintenancePriorities } from '@keyhold/contracts/maintenance/requests'
import {
  portalCategories,
  TenantMaintenanceForm,
  tenantScreenCategories,
} from '@keyhold/contracts/maintenance/tenant-requests'
import { type Report, suggestionFor } from '@keyhold/contracts/maintenance/triage/suggestion'
import { prose } from '@keyhold/contracts/scalars'
import { z } from '@keyhold/contracts/zod'
import { words } from '~/lib/format.ts'

export interface NewRequest {
  title: string
  description: string
  category: (typeof maintenanceCategories)[number]
  priority: (typeof maintenancePriorities)[number]
}

/** The rules and messages of a new request on one of the two screens. */
export interface Rules {
  schema: z.ZodType<NewRequest, Partial<NewRequest>>
  categories: { value: string; label: string }[]
  /** The initial choice; '' for none. */
  category: string
  submitted: { title: string; description: string }
  /** `detail` is the server's sentence. */
  failed: (detail: string) => { title: string; description: string }
}

const urgency: Record<NewRequest['priority'], string> = {
  low: 'Low (can wait a week)',
  medium: 'Medium (within a few days)',
  high: 'High (within 24 hours)',
  emergency: 'Emergency (immediate)',
}
export const urgencyOptions = maintenancePriorities.map((value) => ({ value, label: urgency[value] }))

const options = (categories: readonly string[]) => categories.map((value) => ({ value, label: words(value) }))

/** What triage reads from the words, among the categories that the screen has; null where the tenant chose the same. */
export function suggestedIn({ categories }: Pick<Rules, 'categories'>, report: Report, on: string) {
  const found = suggestionFor(report, on)
  if (!found) return null
  const isOffered = (value: string | null) => categories.some((one) => one.value === value)
  const category =
    found.category === 'appliances' && !isOffered('appliances')
      ? ('appliance' as const)
      : isOffered(found.category)
        ? found.category
        : null
  return category === null && found.priority === null ? null : { ...found, category }
}

/** The portal's dialog (spec 2 §5, §8). */
export const portalRules: Rules = {
  schema: TenantMaintenanceForm,
  categories: options(portalCategories),
  category: 'general',
  submitted: { title: 'Maintenance Request Submitted', description: 'Your request has been sent to the landlord.' },
  failed: (detail) => ({ title: 'Request Failed', description: detail }),
}

const detailed = 'Please provide a detailed description'

/** The dialog of the tenants' maintenance screen. */
export const screenRules: Rules = {
  schema: TenantMaintenanceForm.extend({
    description: prose(5000, detailed).refine((text) => text.length >= 10, detailed),
    category: z.enum(tenantScreenCategories, 'Category is required'),
  }),
  categories: options(tenantScreenCategories),
  category: '',
  submitted: {
    title: 'Request Submitted',
    description: 'Your maintenance request has been submitted to your landlord',
  },
  failed: () => ({ title: 'Error', description: 'Failed to submit maintenance request' }),
}
