import { useState, type FormEvent } from 'react'
import { useConfirmPasswordMutation } from '~/api/accounts.ts'
import { useGetSecondFactorQuery } from '~/api/second-factors.ts'
import { messageOf } from '~/api/client/problem.ts'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { PlainForm } from '~/components/form/plain-form.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Dialog } from '~/components/ui/dialog.tsx'
import { Field } from '~/components/ui/field.tsx'
import { PasswordInput } from '~/components/ui/input.tsx'
import { hasSecondFactor } from '../second-factor.ts'

interface Props {
  onDone: () => void
  onClose: () => void
  /** The second factor does as well: asks for it in place of the password, where the account has one. */
  onOther?: () => void
}

/** Asks for the password again; `onDone` once it was right. */
export function PasswordPrompt({ onDone, onClose, onOther }: Props) {
  const { data: factor } = useGetSecondFactorQuery(undefined, { skip: !onOther })
  const [confirm, { isLoading }] = useConfirmPasswordMutation()
  const [fault, setFault] = useState<string>()
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { password } = Object.fromEntries(new FormData(event.currentTarget)) as { password: string }
    try {
      await confirm({ password }).unwrap()
      onDone()
    } catch (error) {
      setFault(messageOf(error))
    }
  }
  return (
    <Dialog
      onClose={onClose}
      title="Confirm it’s you"
      description="It’s been a while since you signed in. Enter your password to continue."
      size="sm"
    >
      <PlainForm className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <Field label="Password" required error={fault}>
          {(control) => <PasswordInput {...control} name="password" autoComplete="current-password" />}
        </Field>
        {onOther && factor && hasSecondFactor(factor) && (
          <Button variant="ghost" onClick={onOther} className="justify-self-start">
            Use your second factor instead
          </Button>
        )}
        <FormFooter submit="Continue" loading={isLoading} onCancel={onClose} />
      </PlainForm>
    </Dialog>
  )
}
