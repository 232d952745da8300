import { email, phone } from '@keyhold/contracts/scalars'
import { type Tx, violated } from '@keyhold/kit/database/database'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import { and, eq } from 'drizzle-orm'
import { type RequestRow, vendor, type VendorRow } from '../schema.ts'

/** A name in the form that is unique: ignoring case, width and spacing. */
export const vendorKey = (name: string): string => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()

export type VendorOfRequest = Pick<RequestRow, 'vendorId' | 'vendorName' | 'vendorContact'>
type VendorEdit = { [K in keyof VendorOfRequest]?: VendorOfRequest[K] | undefined }

export const noVendor: VendorOfRequest = { vendorId: null, vendorName: null, vendorContact: null }

const contactOf = (row: VendorRow) => row.phone ?? row.email

/**
 * The vendor of a request after an edit. A chosen vendor sets name and contact; a name alone finds the vendor of that name or adds one.
 * The unchanged name of a deleted vendor adds none, since the form sends it with every edit.
 * @throws Refusal 404 where the landlord has no such vendor
 */
export async function vendorAfter(
  tx: Tx,
  landlordId: string,
  before: VendorOfRequest,
  edit: VendorEdit,
): Promise<VendorOfRequest> {
  const { vendorId, vendorName, vendorContact } = edit
  const fieldsOf = (row: VendorRow) => ({
    vendorId: row.id,
    vendorName: row.name,
    vendorContact: vendorContact ?? contactOf(row),
  })
  const asBefore = () => ({
    vendorId: before.vendorId,
    vendorName: before.vendorName,
    vendorContact: vendorContact === undefined ? before.vendorContact : vendorContact,
  })

  if (vendorId) return vendorId === before.vendorId ? asBefore() : fieldsOf(await lockVendor(tx, landlordId, vendorId))
  if (vendorName) {
    const isSame = vendorName === before.vendorName && (vendorId === undefined || before.vendorId === null)
    return isSame ? asBefore() : fieldsOf(await findOrCreateVendor(tx, landlordId, vendorName, vendorContact ?? null))
  }
  const isRemoved = (vendorId === null || vendorName === null) && before.vendorName !== null
  return isRemoved ? { ...noVendor, vendorContact: vendorContact ?? null } : asBefore()
}

/** Locks the vendor, so that it cannot be deleted before the end of the transaction. */
async function lockVendor(tx: Tx, landlordId: string, id: string): Promise<VendorRow> {
  const [row] = await tx
    .select()
    .from(vendor)
    .where(and(eq(vendor.landlordId, landlordId), eq(vendor.id, id)))
    .for('share')
  return row ?? notFound('Vendor')
}

/** The vendor of a name, which is added where there is none. An existing vendor is not changed. */
async function findOrCreateVendor(
  tx: Tx,
  landlordId: string,
  name: string,
  contact: string | null,
): Promise<VendorRow> {
  const nameKey = vendorKey(name)
  const [row] = await tx
    .insert(vendor)
    .values({ landlordId, name, nameKey, phone: parseAs(phone, contact), email: parseAs(email, contact) })
    // Changes nothing, but locks and returns the existing row.
    .onConflictDoUpdate({ target: [vendor.landlordId, vendor.nameKey], set: { nameKey } })
    .returning()
  if (!row) throw new Error('insert returned no row')
  return row
}

const parseAs = (kind: typeof phone | typeof email, contact: string | null) => kind.safeParse(contact).data ?? null

/** Runs `work` and maps a violation of the unique name. @throws Refusal 409 */
export async function mapNameConflict<T>(name: string | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (violated(error)?.constraint === 'vendor_name_once')
      refuse('conflict', `You already have a vendor named “${name?.trim()}”.`)
    throw error
  }
}
