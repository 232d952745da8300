import { type Actor, scopeOf } from '@keyhold/kit/runtime/actor'
import { notFound } from '@keyhold/kit/http/problem'

/** Tenancy acting for one landlord: asking other services, or on a link that names its landlord. */
export const onBehalfOf = (landlordId: string): Actor => ({ role: 'service', name: 'tenancy', landlordId })

/** Whose records another service asks about. @throws Refusal 404 where it names none */
export const landlordOf = (actor: Actor): string => scopeOf(actor).landlordId || notFound('Landlord')
