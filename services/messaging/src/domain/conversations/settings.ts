import type { Database } from '@keyhold/kit/database/database'
import { serviceActor } from '@keyhold/kit/runtime/actor'

/** Whether the landlord lets the assistant answer tenants by itself. Read by the service: a tenant sees no settings. */
export async function answersTenants(db: Database, landlordId: string): Promise<boolean> {
  const [chosen] = await db.read(
    serviceActor('messaging', landlordId),
    (sql) =>
      sql<
        { isOn: boolean }[]
      >`select assistant_answers_tenants as is_on from conversation_setting where landlord_id = ${landlordId}`,
  )
  return chosen?.isOn ?? false
}
