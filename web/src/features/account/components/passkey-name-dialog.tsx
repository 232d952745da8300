import { useState, type FormEvent } from 'react'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { PlainForm } from '~/components/form/plain-form.tsx'
import { Dialog } from '~/components/ui/dialog.tsx'
import { Field } from '~/components/ui/field.tsx'
import { Input } from '~/components/ui/input.tsx'

interface Props {
  title: string
  submit: string
  initial: string
  loading: boolean
  onName: (name: string) => void
  onClose: () => void
}

/** Asks for the name by which one tells a passkey from others. */
export function PasskeyNameDialog({ title, submit, initial, loading, onName, onClose }: Props) {
  const [fault, setFault] = useState<string>()
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { name } = Object.fromEntries(new FormData(event.currentTarget)) as { name: string }
    if (name.trim() === '') setFault('Name is required')
    else onName(name)
  }
  return (
    <Dialog onClose={onClose} title={title} size="sm">
      <PlainForm className="grid gap-4" onSubmit={send}>
        <Field label="Name" hint="For example, the device it’s on." required error={fault}>
          {(control) => <Input {...control} name="name" defaultValue={initial} maxLength={60} />}
        </Field>
        <FormFooter submit={submit} loading={loading} onCancel={onClose} />
      </PlainForm>
    </Dialog>
  )
}
