import { type Actor, scopeOf } from '@keyhold/kit/runtime/actor'
import { notFound } from '@keyhold/kit/http/problem'

/** Whose records another service asks about. @throws Refusal 404 where it names none */
export const landlordOf = (actor: Actor): string => scopeOf(actor).landlordId || notFound('Landlord')
