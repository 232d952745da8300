import { zodResolver } from '@hookform/resolvers/zod'
import type { z } from '@keyhold/contracts/zod'
import { useForm, type FieldValues, type UseFormProps, type UseFormReturn } from 'react-hook-form'

type ObjectSchema = z.ZodType<FieldValues, FieldValues>

/** A form validated by a contract's schema: typed values in, parsed values out of submit. Validates when a field is left, then on every change. */
export function useZodForm<S extends ObjectSchema>(
  schema: S,
  options?: Omit<UseFormProps<z.input<S>, unknown, z.output<S>>, 'resolver'>,
): UseFormReturn<z.input<S>, unknown, z.output<S>> {
  return useForm<z.input<S>, unknown, z.output<S>>({ mode: 'onTouched', ...options, resolver: zodResolver(schema) })
}
