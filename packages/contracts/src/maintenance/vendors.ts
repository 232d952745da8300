import * as routes from './vendors.routes.ts'
import { endpoint } from '../endpoint.ts'
import { event } from '../event.ts'
import { amount, changesOf, email, id, instant, line, optional, pageQuery, phone, prose, search } from '../scalars.ts'
import { z } from '../zod.ts'
import { maintenanceCategories } from './requests.ts'

export const vendorTrades = [...maintenanceCategories] as const

/** A person or company that does the work. */
export const Vendor = z
  .object({
    id,
    landlordId: id,
    name: z.string(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    trades: z.array(z.enum(maintenanceCategories)),
    notes: z.string().nullable(),
    /** Requests assigned to the vendor, and those still open. */
    requests: z.int(),
    openRequests: z.int(),
    /** Sum of the actual costs of these requests. */
    spent: amount,
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Vendor' })

export type Vendor = z.output<typeof Vendor>

export const VendorForm = z.object({
  name: line(200, 'Name is required'),
  phone: optional(phone),
  email: optional(email),
  trades: z
    .array(z.enum(maintenanceCategories))
    .max(maintenanceCategories.length)
    .nullish()
    .transform((list) => list ?? []),
  notes: optional(prose(2000)),
})

export const listVendors = endpoint(routes.listVendors, {
  query: pageQuery.extend({ q: search, trade: z.enum(maintenanceCategories).optional() }),
  response: z.array(Vendor),
  paged: true,
  summary: 'Vendors by name',
})

/** 409 where a vendor of that name exists, ignoring case. */
export const createVendor = endpoint(routes.createVendor, {
  status: 201,
  body: VendorForm,
  response: Vendor,
  summary: 'Add a vendor',
})

export const updateVendor = endpoint(routes.updateVendor, {
  body: changesOf(VendorForm),
  response: Vendor,
  summary: 'Change the given fields of a vendor',
})

export const deleteVendor = endpoint(routes.deleteVendor, {
  summary: 'Delete a vendor; requests keep the name',
})

/** A vendor was added, changed or deleted. Open pages load vendors again. */
export const VendorChanged = event({
  type: 'maintenance.vendor.changed',
  version: 1,
  subject: 'vendorId',
  data: z.object({ vendorId: id, landlordId: id }),
})
