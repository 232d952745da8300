import { serviceActor } from '@keyhold/kit/runtime/actor'

/** Messaging's own tables belong to no landlord. */
export const messaging = serviceActor('messaging', null)
