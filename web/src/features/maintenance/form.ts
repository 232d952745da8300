import type { MaintenanceRequest } from '@keyhold/contracts/maintenance'
import type { Option } from '~/components/ui/native-select.tsx'

/** What the dialog shows first. */
export const startingValues = (request: MaintenanceRequest | undefined, propertyId: string | undefined) => ({
  title: request?.title ?? '',
  description: request?.description ?? '',
  category: request?.category ?? 'general',
  priority: request?.priority ?? 'medium',
  status: request?.status ?? 'open',
  propertyId: request?.propertyId ?? propertyId ?? '',
  tenantId: request?.tenantId ?? '',
  estimatedCost: request?.estimatedCost ?? '',
  actualCost: request?.actualCost ?? '',
  scheduledDate: request?.scheduledDate ?? '',
  completedDate: request?.completedDate ?? '',
  vendorName: request?.vendorName ?? '',
  vendorContact: request?.vendorContact ?? '',
})

/** Leaves empty fields out (spec §5); one that an edit has emptied is sent, as none. */
export function withoutEmpty<T extends object>(fields: T, before: MaintenanceRequest | undefined): Partial<T> {
  const held = new Map<string, unknown>(Object.entries(before ?? {}))
  const kept = Object.entries(fields).filter(([name, value]) => (value ?? null) !== null || (held.get(name) ?? null) !== null)
  return Object.fromEntries(kept) as Partial<T>
}

/** The options, and the one chosen before where it is no longer among them: a property removed, a tenant who left. */
export function withOwn(options: Option[], id: string | null | undefined, name: string | null | undefined): Option[] {
  if (!id || options.some(({ value }) => value === id)) return options
  return [...options, { value: id, label: name ?? 'As before' }]
}
