import type { MaintenanceRequest } from '@keyhold/contracts/maintenance/requests'
import type { Vendor } from '@keyhold/contracts/maintenance/vendors'
import type { Option } from '~/components/ui/native-select.tsx'

/** Choices besides the saved vendors: a new name, and the request's vendor if it is no longer saved. */
export const newVendor = 'new'
export const unlistedVendor = 'unlisted'

/** The initial values of the dialog. */
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

/** Leaves empty fields out (spec §5); a field that an edit has emptied is sent as null. */
export function withoutEmpty<T extends object>(fields: T, before: MaintenanceRequest | undefined): Partial<T> {
  const held = new Map<string, unknown>(Object.entries(before ?? {}))
  const saved = Object.entries(fields).filter(
    ([name, value]) => (value ?? null) !== null || (held.get(name) ?? null) !== null,
  )
  return Object.fromEntries(saved) as Partial<T>
}

/** The options, plus the current value if it is no longer among them: a removed property, a former tenant. */
export function withOwn(options: Option[], id: string | null | undefined, name: string | null | undefined): Option[] {
  if (!id || options.some(({ value }) => value === id)) return options
  return [...options, { value: id, label: name ?? 'As before' }]
}

interface VendorChoice {
  /** Id of a saved vendor, one of the choices above, or '' for none. */
  vendor: string
  vendorName?: string | null | undefined
  vendorContact?: string | null | undefined
}

/** The vendor as it is sent: a saved one by its id, a new one by its name. */
export function vendorFields({ vendor, vendorName, vendorContact = null }: VendorChoice) {
  if (vendor === '') return { vendorId: null, vendorName: null, vendorContact: null }
  if (vendor === unlistedVendor) return { vendorContact }
  return vendor === newVendor ? { vendorName, vendorContact } : { vendorId: vendor, vendorContact }
}

/** The vendor choices: the saved ones, the request's own if it is not saved, and a new name. */
export function vendorOptions(vendors: readonly Vendor[], request: MaintenanceRequest | undefined): Option[] {
  const saved = vendors.map(({ id, name }) => ({ value: id, label: name }))
  const own =
    request?.vendorName && !request.vendorId
      ? [...saved, { value: unlistedVendor, label: `${request.vendorName} (not on your list)` }]
      : withOwn(saved, request?.vendorId, request?.vendorName)
  return [...own, { value: newVendor, label: 'Another vendor…' }]
}

/** A vendor's preferred contact. */
export const contactOf = (vendor: Vendor | undefined): string => vendor?.phone ?? vendor?.email ?? ''
