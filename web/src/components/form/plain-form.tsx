import { useState, type ComponentProps, type FormEvent } from 'react'
import { Unsaved } from '../ui/unsaved.tsx'

const isTyped = (form: HTMLFormElement) =>
  [...form.elements].some((one) => one instanceof HTMLInputElement && one.value !== one.defaultValue)

/** A form whose inputs keep their own text. The dialog around it asks before typed text is thrown away. */
export function PlainForm({ children, ...props }: ComponentProps<'form'>) {
  const [unsaved, setUnsaved] = useState(false)
  const note = (event: FormEvent<HTMLFormElement>) => setUnsaved(isTyped(event.currentTarget))
  return (
    <form noValidate onInput={note} {...props}>
      {children}
      <Unsaved when={unsaved} />
    </form>
  )
}
