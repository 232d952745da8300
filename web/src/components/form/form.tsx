import { useRef, type ComponentProps, type FormEvent } from 'react'
import { useFormState, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { isApiError } from '~/api/client/problem.ts'
import { cn } from '~/lib/cn.ts'
import { Unsaved } from '../ui/unsaved.tsx'

export interface FormProps<I extends FieldValues, O> extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  form: UseFormReturn<I, unknown, O>
  /** Gets the parsed values. A thrown 400 with `issues` is shown on the fields it names. */
  onSubmit: (values: O) => unknown
  /** Called when the page's own checks fail; the first faulty field has the focus by then. */
  onInvalid?: () => void
}

/** A form whose fields take `control={form.control}`. Submitting again while a submit is pending does nothing. */
export function Form<I extends FieldValues, O>({
  form,
  onSubmit,
  onInvalid,
  className,
  children,
  ...props
}: FormProps<I, O>) {
  const { dirtyFields } = useFormState({ control: form.control })
  const submit = form.handleSubmit(async (values) => {
    try {
      await onSubmit(values)
    } catch (error) {
      if (!showIssues(form, error)) throw error
    }
  }, onInvalid)
  // The button is disabled only once the call is made: a double click is faster than validation.
  const isSending = useRef(false)
  const submitOnce = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending.current) return
    isSending.current = true
    try {
      await submit(event)
    } finally {
      isSending.current = false
    }
  }
  return (
    <form
      noValidate
      className={cn('grid content-start gap-4', className)}
      onSubmit={(event) => void submitOnce(event)}
      {...props}
    >
      {children}
      <Unsaved when={Object.keys(dirtyFields).length > 0} />
    </form>
  )
}

/** Puts the server's objections on their fields; false when it named none that this form has. */
export function showIssues<I extends FieldValues, O>(form: UseFormReturn<I, unknown, O>, error: unknown): boolean {
  if (!isApiError(error) || !error.issues?.length) return false
  const fields = form.getValues()
  // A path may lead into a list: rentSteps.0.startsOn.
  const ours = error.issues.filter(({ path }) => Object.hasOwn(fields, path.split('.')[0] ?? ''))
  ours.forEach(({ path, message }, index) =>
    form.setError(path as FieldPath<I>, { type: 'server', message }, { shouldFocus: index === 0 }),
  )
  return ours.length > 0
}
