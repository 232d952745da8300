import { userName } from '@keyhold/contracts/identity/accounts'
import type { Tools } from '@keyhold/kit/http/request'
import { serviceActor } from '@keyhold/kit/runtime/actor'

/** How a landlord is called; identity is asked where no event has told us yet. An invitation does not fail for want of a name. */
export async function landlordNameOf(
  landlordId: string,
  { db, call, log }: Pick<Tools, 'db' | 'call' | 'log'>,
): Promise<string> {
  const [known] = await db.read(
    serviceActor('tenancy', landlordId),
    (sql) => sql<{ name: string }[]>`select name from landlord_name where user_id = ${landlordId}`,
  )
  if (known) return known.name
  try {
    const { firstName, lastName } = await call(userName, serviceActor('tenancy', landlordId), {
      params: { id: landlordId },
    })
    return fullName(firstName, lastName)
  } catch (error) {
    log.warn({ landlordId, error }, 'the name of a landlord is not known')
    return 'Your landlord'
  }
}

export const fullName = (firstName: string, lastName: string) => `${firstName} ${lastName}`.trim()
