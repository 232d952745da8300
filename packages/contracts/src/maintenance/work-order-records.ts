import { amount, id, instant } from '../scalars.ts'
import { z } from '../zod.ts'

/** `withdrawn`: the request was closed before the vendor was done. */
export const workOrderStatuses = ['sent', 'accepted', 'declined', 'done', 'revoked', 'expired', 'withdrawn'] as const

/** A request as it was sent to a vendor, by a link that needs no account. */
export const WorkOrder = z
  .object({
    id,
    vendorId: id.nullable(),
    vendorName: z.string(),
    channel: z.enum(['sms', 'email', 'link']),
    sentTo: z.string().nullable(),
    /** `waiting`: it is sent once the landlord has proved who they are, or when there is room. `none`: the landlord passes the link on. */
    delivery: z.enum(['sent', 'failed', 'waiting', 'none']),
    deliveryError: z.string().nullable(),
    accessNotes: z.string().nullable(),
    /** The vendor sees the tenant's name and phone number. */
    sharesTenant: z.boolean(),
    status: z.enum(workOrderStatuses),
    reason: z.string().nullable(),
    expiresAt: instant,
    createdAt: instant,
  })
  .meta({ id: 'WorkOrder' })

export type WorkOrder = z.output<typeof WorkOrder>

export const billStatuses = ['proposed', 'accepted', 'rejected'] as const

/** What a vendor asks for the work; accepted, it is the actual cost of the request. */
export const VendorBill = z
  .object({
    id,
    workOrderId: id,
    vendorName: z.string(),
    amount,
    fileName: z.string(),
    url: z.string(),
    status: z.enum(billStatuses),
    createdAt: instant,
  })
  .meta({ id: 'VendorBill' })

export type VendorBill = z.output<typeof VendorBill>
