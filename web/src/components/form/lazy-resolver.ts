import type { FieldValues, Resolver } from 'react-hook-form'

/** A resolver that loads its schema when it is first needed, so that the public pages render without zod. */
export const lazyResolver =
  <I extends FieldValues, O>(load: () => Promise<Resolver<I, unknown, O>>): Resolver<I, unknown, O> =>
  async (...asked) =>
    (await load())(...asked)
