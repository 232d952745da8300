import { userName } from '@keyhold/contracts/identity/accounts'
import type { Tools } from '@keyhold/kit/http/request'
import { fullName } from '@keyhold/kit/lib/names'
import { defineProjection, findOrAsk } from '@keyhold/kit/messaging/projection'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { landlordName } from '../schema/projections.ts'

export const landlordNames = defineProjection({
  table: landlordName,
  row: ({ userId, name }: { userId: string; name: string }) => ({ userId, name }),
})

/** The landlord's name, or a neutral text if it cannot be read, so that an invitation never fails for lack of a name. Never inside a transaction. */
export async function landlordNameOf(
  landlordId: string,
  tools: Pick<Tools, 'db' | 'call' | 'clock' | 'log'>,
): Promise<string> {
  try {
    const found = await findOrAsk(landlordNames, tools, {
      actor: serviceActor('tenancy', null),
      find: (read) =>
        read<(typeof landlordName.$inferSelect)[]>`select * from landlord_name where user_id = ${landlordId}`,
      ask: async () => {
        const user = await tools.call(userName, serviceActor('tenancy', landlordId), { params: { id: landlordId } })
        return { userId: landlordId, name: fullName(user) }
      },
    })
    if (found) return found.name
    tools.log.warn({ landlordId }, 'identity does not know this landlord')
  } catch (error) {
    tools.log.warn({ landlordId, error }, 'the name of a landlord could not be read')
  }
  return 'Your landlord'
}
