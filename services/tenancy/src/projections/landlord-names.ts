import { userName } from '@keyhold/contracts/identity/accounts'
import type { Tools } from '@keyhold/kit/http/request'
import { serviceActor } from '@keyhold/kit/runtime/actor'

/** The landlord's name, from identity where the projection has none. Falls back to a neutral text, so that an invitation never fails for lack of a name. */
export async function landlordNameOf(
  landlordId: string,
  { db, call, log }: Pick<Tools, 'db' | 'call' | 'log'>,
): Promise<string> {
  const [stored] = await db.read(
    serviceActor('tenancy', landlordId),
    (sql) => sql<{ name: string }[]>`select name from landlord_name where user_id = ${landlordId}`,
  )
  if (stored) return stored.name
  try {
    const { firstName, lastName } = await call(userName, serviceActor('tenancy', landlordId), {
      params: { id: landlordId },
    })
    return fullName(firstName, lastName)
  } catch (error) {
    log.warn({ landlordId, error }, 'the name of a landlord could not be read')
    return 'Your landlord'
  }
}

export const fullName = (firstName: string, lastName: string) => `${firstName} ${lastName}`.trim()
