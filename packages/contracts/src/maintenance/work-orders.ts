import * as routes from './work-orders.routes.ts'
import { endpoint } from '../endpoint.ts'
import { bytes, flag, id, optional, prose, whole } from '../scalars.ts'
import { z } from '../zod.ts'
import { MaintenanceChange } from './requests.ts'
import { VendorBill, WorkOrder } from './work-order-records.ts'

/** Days that a link works unless the landlord says otherwise, and at most. */
export const workOrderDays = 30
export const maxWorkOrderDays = 90

/** The link is in this response only: just the hash of its token is stored. */
export const WorkOrderSent = WorkOrder.extend({ link: z.string() }).meta({ id: 'WorkOrderSent' })

export const WorkOrderForm = z.object({
  vendorId: id,
  /** `link`: nothing is sent, the landlord passes the link on. */
  channel: z.enum(['sms', 'email', 'link']),
  accessNotes: optional(prose(1000)),
  sharesTenant: flag.default(false),
  days: whole(1, maxWorkOrderDays, `1 to ${maxWorkOrderDays} days`).default(workOrderDays),
})

/** Links of the request that were sent to the same vendor before stop working. 409 for a closed request. */
export const sendWorkOrder = endpoint(routes.sendWorkOrder, {
  status: 201,
  body: WorkOrderForm,
  response: WorkOrderSent,
  idempotent: false,
  summary: 'Send a request to a vendor as a link that needs no account',
})

export const revokeWorkOrder = endpoint(routes.revokeWorkOrder, {
  response: WorkOrder,
  summary: "Revoke a vendor's link; it stops working at once",
})

/** The vendor reads it at their link, and is told by the channel by which the link was sent. 409 where the link does not work any more. */
export const answerVendor = endpoint(routes.answerVendor, {
  status: 201,
  body: z.object({ note: prose(2000, 'Write your answer first') }),
  response: z.object({
    entry: MaintenanceChange,
    /** What became of the text or mail that tells the vendor; `none`: the landlord passed the link on. */
    told: WorkOrder.shape.delivery,
    reason: z.string().nullable(),
  }),
  idempotent: false,
  summary: "Answer a vendor's question",
})

/** 409 where it was decided the other way before. */
export const decideBill = endpoint(routes.decideBill, {
  body: z.object({ accept: flag }),
  response: VendorBill,
  summary: "Accept a vendor's bill as the actual cost of the request, or reject it",
})

export const billFile = endpoint(routes.billFile, { response: bytes, summary: "The file of a vendor's bill" })
