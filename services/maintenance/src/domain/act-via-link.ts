import type { VendorView } from '@keyhold/contracts/maintenance/vendor-links'
import type { Tx } from '@keyhold/kit/database/database'
import type { Tools } from '@keyhold/kit/http/request'
import { type ServiceActor, serviceActor } from '@keyhold/kit/runtime/actor'
import type { WorkOrderRow } from '../schema.ts'
import { landlordNameOf } from './landlord-name.ts'
import type { GuessLimit } from './link-guesses.ts'
import { type LockedRequest, lockRequest } from './lock-request.ts'
import { vendorViewOf } from './vendor-view.ts'
import { assertWorks, findByToken, lockWorkOrder, refuseUnknown } from './work-orders.ts'

/** The work order of a link. @throws Refusal 404 where the link is unknown, expired or revoked; 429 after many unknown ones */
export async function findWork(
  token: string,
  ip: string,
  guesses: GuessLimit,
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
): Promise<WorkOrderRow> {
  const now = clock.now()
  // First the link: somebody else who guesses from the same network must not keep a vendor from theirs.
  const found = await findByToken(db, token)
  if (!found) {
    guesses.check(ip, now)
    guesses.record(ip, now)
    return refuseUnknown()
  }
  assertWorks(found, now)
  return found
}

export const viewAnswer = async (row: WorkOrderRow, tools: Tools): Promise<VendorView> =>
  vendorViewOf(tools.db, row, { landlordName: await landlordNameOf(row.landlordId, tools), now: tools.clock.now() })

interface Given {
  actor: ServiceActor
  row: LockedRequest
  workOrder: WorkOrderRow
  now: Date
}

/** Does something for the holder of a link, in one transaction with the request and the work order locked, and answers what they then see. */
export async function actVia(
  token: string,
  ip: string,
  guesses: GuessLimit,
  tools: Tools,
  act: (tx: Tx, given: Given) => Promise<void>,
): Promise<VendorView> {
  const found = await findWork(token, ip, guesses, tools)
  const actor = serviceActor('maintenance', found.landlordId)
  const changed = await tools.db.transaction(actor, async (tx) => {
    const now = tools.clock.now()
    // In the order in which the landlord's changes lock them.
    const row = await lockRequest(tx, { landlordId: found.landlordId, id: found.requestId, tenantId: null })
    const workOrder = await lockWorkOrder(tx, found, now)
    await act(tx, { actor, row, workOrder, now })
    return workOrder
  })
  return viewAnswer((await findByToken(tools.db, token)) ?? changed, tools)
}
