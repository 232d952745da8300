import * as routes from './vendor-links.routes.ts'
import { endpoint } from '../endpoint.ts'
import { maxPhotoBytes, photoSizeNames } from '../photos.ts'
import { amount, bytes, calendarDate, flag, id, instant, optional, positiveMoney, prose, sentFile } from '../scalars.ts'
import { z } from '../zod.ts'
import { maintenanceCategories, maintenancePriorities } from './request-values.ts'
import { billStatuses, workOrderStatuses } from './work-order-records.ts'
import { Visit } from './visit-records.ts'
import { VisitForm } from './visits.ts'

export const unknownLink = 'This link is not valid. Ask the landlord to send you a new one.'
export const expiredLink = 'This link has expired. Ask the landlord to send you a new one.'
export const revokedLink = 'This link was revoked by the landlord. Contact them if you still work on this.'

export const maxBillBytes = 10 * 1024 * 1024

/** What a vendor sees: the work and what the landlord shares, nothing else of the tenant. */
export const VendorView = z
  .object({
    title: z.string(),
    description: z.string(),
    category: z.enum(maintenanceCategories),
    priority: z.enum(maintenancePriorities),
    landlordName: z.string(),
    vendorName: z.string(),
    propertyName: z.string().nullable(),
    address: z.string().nullable(),
    unitName: z.string().nullable(),
    /** This and the tenant are shown once the vendor has accepted, until the work is over. */
    accessNotes: z.string().nullable(),
    tenant: z.object({ name: z.string(), phone: z.string().nullable() }).nullable(),
    /** There are access notes or the tenant's phone number to see after accepting. */
    showsMoreOnceAccepted: z.boolean(),
    status: z.enum(workOrderStatuses),
    /** The request was completed or cancelled. */
    isClosed: z.boolean(),
    scheduledDate: calendarDate.nullable(),
    scheduledFrom: z.string().nullable(),
    scheduledTo: z.string().nullable(),
    visits: z.array(Visit),
    photos: z.array(z.object({ id, isOwn: z.boolean() })),
    /** What the vendor asked and did, and what the landlord wrote to everybody or in answer to the vendor. */
    entries: z.array(z.object({ id, at: instant, isOwn: z.boolean(), text: z.string() })),
    bills: z.array(z.object({ id, amount, fileName: z.string(), status: z.enum(billStatuses), createdAt: instant })),
    expiresAt: instant,
  })
  .meta({ id: 'VendorView' })

export type VendorView = z.output<typeof VendorView>

const token = z.string().min(1).max(200)
const byToken = { params: { token }, response: VendorView } as const

/** 404 `link-invalid` with a sentence that says whether the link is unknown, expired or revoked. */
export const openWorkOrder = endpoint(routes.openWorkOrder, { ...byToken, summary: 'The work order of a link' })

/** 409 where the work is done, the request closed, or the vendor has declined before: the landlord may send it anew. */
export const answerWorkOrder = endpoint(routes.answerWorkOrder, {
  ...byToken,
  body: z
    .object({ accept: flag, reason: optional(prose(1000)) })
    .refine(({ accept, reason }) => accept || Boolean(reason), { path: ['reason'], message: 'Say why you decline' }),
  summary: 'Accept or decline the work',
})

export const askAboutWorkOrder = endpoint(routes.askAboutWorkOrder, {
  ...byToken,
  body: z.object({ note: prose(2000, 'Write your question first') }),
  summary: 'Ask the landlord about the work',
})

export const proposeWorkTime = endpoint(routes.proposeWorkTime, {
  ...byToken,
  body: VisitForm,
  summary: 'Propose a time for the work',
})

export const takeWorkTime = endpoint(routes.takeWorkTime, {
  ...byToken,
  summary: 'Take a time at which the tenant is at home: the work is scheduled for it',
})

export const addWorkPhoto = endpoint(routes.addWorkPhoto, {
  ...byToken,
  encoding: 'bytes',
  maxBody: maxPhotoBytes,
  body: bytes,
  summary: 'Add a photo of the work: the bytes of an image are the body',
})

export const workPhotoFile = endpoint(routes.workPhotoFile, {
  params: { token, size: z.enum(photoSizeNames) },
  response: bytes,
  summary: 'A photo of the work order',
})

/** PDF or image. */
export const sendBill = endpoint(routes.sendBill, {
  ...byToken,
  encoding: 'multipart',
  maxBody: maxBillBytes + 64 * 1024,
  body: z.object({ amount: positiveMoney, file: sentFile('Choose the file of your invoice') }),
  summary: 'Send an invoice: the amount and its file',
})

export const finishWork = endpoint(routes.finishWork, {
  ...byToken,
  body: z.object({ note: optional(prose(2000)) }),
  summary: 'Mark the work as done; the landlord completes the request',
})
