import { zodResolver } from '@hookform/resolvers/zod'
import type { z } from '@keyhold/contracts/zod'
import { type FieldValues, type Resolver, useForm, type UseFormReturn } from 'react-hook-form'
import { emptyAsNull } from './empty-as-null.ts'

type ObjectSchema = z.ZodType<FieldValues, FieldValues>

/** A form whose empty fields mean "none": rules and terms, where a number may be missing at any depth. */
export function useTermsForm<S extends ObjectSchema>(
  schema: S,
  values: z.input<S>,
): UseFormReturn<z.input<S>, unknown, z.output<S>> {
  const resolver: Resolver<z.input<S>, unknown, z.output<S>> = zodResolver(schema)
  return useForm<z.input<S>, unknown, z.output<S>>({
    mode: 'onTouched',
    values,
    resetOptions: { keepDirtyValues: true },
    resolver: (given, context, options) => resolver(emptyAsNull(given), context, options),
  })
}
