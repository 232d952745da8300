import { userName } from '@keyhold/contracts/identity/accounts'
import type { Tools } from '@keyhold/kit/http/request'
import { fullName } from '@keyhold/kit/lib/names'
import { serviceActor } from '@keyhold/kit/runtime/actor'

/** The landlord's name, or a neutral text where it cannot be read. Asks identity: never inside a transaction. */
export async function landlordNameOf(landlordId: string, { call, log }: Pick<Tools, 'call' | 'log'>): Promise<string> {
  try {
    return fullName(await call(userName, serviceActor('maintenance', landlordId), { params: { id: landlordId } }))
  } catch (error) {
    log.warn({ landlordId, error }, 'the name of a landlord could not be read')
    return 'Your client'
  }
}
