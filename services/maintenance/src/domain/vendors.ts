import { email, phone } from '@keyhold/contracts/scalars'
import { type Tx, violated } from '@keyhold/kit/database/database'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import { and, eq } from 'drizzle-orm'
import { type RequestRow, vendor, type VendorRow } from '../schema.ts'

/** What makes two names one: case, width and spacing do not tell them apart. */
export const vendorKey = (name: string): string => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()

export type VendorOfRequest = Pick<RequestRow, 'vendorId' | 'vendorName' | 'vendorContact'>
type VendorEdit = { [K in keyof VendorOfRequest]?: VendorOfRequest[K] | undefined }

export const noVendor: VendorOfRequest = { vendorId: null, vendorName: null, vendorContact: null }

const contactOf = (row: VendorRow) => row.phone ?? row.email

/**
 * Who does the work after an edit. A chosen vendor gives name and contact; a name alone finds the vendor of that name or keeps one.
 * The name it had already stays what it was, so that an edit of something else brings back no vendor that was taken off the list.
 * @throws Refusal 404 where the landlord keeps no such vendor
 */
export async function vendorAfter(
  tx: Tx,
  landlordId: string,
  before: VendorOfRequest,
  edit: VendorEdit,
): Promise<VendorOfRequest> {
  const { vendorId, vendorName, vendorContact } = edit
  const as = (row: VendorRow) => ({
    vendorId: row.id,
    vendorName: row.name,
    vendorContact: vendorContact ?? contactOf(row),
  })
  const asBefore = () => ({
    vendorId: before.vendorId,
    vendorName: before.vendorName,
    vendorContact: vendorContact === undefined ? before.vendorContact : vendorContact,
  })

  if (vendorId) return vendorId === before.vendorId ? asBefore() : as(await lockVendor(tx, landlordId, vendorId))
  if (vendorName) {
    const isSame = vendorName === before.vendorName && (vendorId === undefined || before.vendorId === null)
    return isSame ? asBefore() : as(await keepVendor(tx, landlordId, vendorName, vendorContact ?? null))
  }
  const isRemoved = (vendorId === null || vendorName === null) && before.vendorName !== null
  return isRemoved ? { ...noVendor, vendorContact: vendorContact ?? null } : asBefore()
}

/** The vendor stays until the transaction is over: taking it off the list waits. */
async function lockVendor(tx: Tx, landlordId: string, id: string): Promise<VendorRow> {
  const [row] = await tx
    .select()
    .from(vendor)
    .where(and(eq(vendor.landlordId, landlordId), eq(vendor.id, id)))
    .for('share')
  return row ?? notFound('Vendor')
}

/** The vendor of a name, kept now where there is none yet. What is kept of one already stays as it is. */
async function keepVendor(tx: Tx, landlordId: string, name: string, contact: string | null): Promise<VendorRow> {
  const nameKey = vendorKey(name)
  const [row] = await tx
    .insert(vendor)
    .values({ landlordId, name, nameKey, phone: readAs(phone, contact), email: readAs(email, contact) })
    // Changes nothing, but locks and answers the row that is there.
    .onConflictDoUpdate({ target: [vendor.landlordId, vendor.nameKey], set: { nameKey } })
    .returning()
  if (!row) throw new Error('insert returned no row')
  return row
}

const readAs = (kind: typeof phone | typeof email, contact: string | null) => kind.safeParse(contact).data ?? null

/** Does `work`, and says in a sentence that the name is taken where it is. */
export async function unlessKept<T>(name: string | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (violated(error)?.constraint === 'vendor_name_once')
      refuse('conflict', `You already keep a vendor named “${name?.trim()}”.`)
    throw error
  }
}
