import type { FieldValues, Resolver } from 'react-hook-form'

/** A resolver whose schema is fetched when it is first needed: the public pages stand before zod has arrived. */
export const lazyResolver =
  <I extends FieldValues, O>(load: () => Promise<Resolver<I, unknown, O>>): Resolver<I, unknown, O> =>
  async (...asked) =>
    (await load())(...asked)
