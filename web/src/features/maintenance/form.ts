import type { MaintenanceRequest } from '@keyhold/contracts/maintenance/requests'
import type { Vendor } from '@keyhold/contracts/maintenance/vendors'
import type { Option } from '~/components/ui/native-select.tsx'

/** Choices of the vendor besides those that are kept: a name to type, and the one that a request names but the list does not. */
export const newVendor = 'new'
export const unlistedVendor = 'unlisted'

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
  vendor: request?.vendorId ?? (request?.vendorName ? unlistedVendor : ''),
  vendorName: '',
  vendorContact: request?.vendorContact ?? '',
})

/** Leaves empty fields out (spec §5); one that an edit has emptied is sent, as none. */
export function withoutEmpty<T extends object>(fields: T, before: MaintenanceRequest | undefined): Partial<T> {
  const held = new Map<string, unknown>(Object.entries(before ?? {}))
  const kept = Object.entries(fields).filter(
    ([name, value]) => (value ?? null) !== null || (held.get(name) ?? null) !== null,
  )
  return Object.fromEntries(kept) as Partial<T>
}

/** The options, and the one chosen before where it is no longer among them: a property removed, a tenant who left. */
export function withOwn(options: Option[], id: string | null | undefined, name: string | null | undefined): Option[] {
  if (!id || options.some(({ value }) => value === id)) return options
  return [...options, { value: id, label: name ?? 'As before' }]
}

interface VendorChoice {
  /** Id of one that is kept, one of the choices above, or '' for none. */
  vendor: string
  vendorName?: string | null | undefined
  vendorContact?: string | null | undefined
}

/** What is sent of the vendor: one that is kept goes by its id, a new one by its name. */
export function vendorFields({ vendor, vendorName, vendorContact = null }: VendorChoice) {
  if (vendor === '') return { vendorId: null, vendorName: null, vendorContact: null }
  if (vendor === unlistedVendor) return { vendorContact }
  return vendor === newVendor ? { vendorName, vendorContact } : { vendorId: vendor, vendorContact }
}

/** What the dialog offers: those that are kept, the one the request has where it is not among them, and a name to type. */
export function vendorOptions(vendors: readonly Vendor[], request: MaintenanceRequest | undefined): Option[] {
  const kept = vendors.map(({ id, name }) => ({ value: id, label: name }))
  const own =
    request?.vendorName && !request.vendorId
      ? [...kept, { value: unlistedVendor, label: `${request.vendorName} (not on your list)` }]
      : withOwn(kept, request?.vendorId, request?.vendorName)
  return [...own, { value: newVendor, label: 'Another vendor…' }]
}

/** How a vendor is reached first. */
export const contactOf = (vendor: Vendor | undefined): string => vendor?.phone ?? vendor?.email ?? ''
