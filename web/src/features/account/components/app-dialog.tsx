import type { startAuthenticatorApp } from '@keyhold/contracts/identity/second-factors'
import type { ResponseOf } from '@keyhold/contracts/endpoint'
import { useState, type FormEvent } from 'react'
import { useConfirmAuthenticatorAppMutation } from '~/api/second-factors.ts'
import { messageOf } from '~/api/client/problem.ts'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { PlainForm } from '~/components/form/plain-form.tsx'
import { CopyButton } from '~/components/ui/copy-button.tsx'
import { Dialog } from '~/components/ui/dialog.tsx'
import { Field } from '~/components/ui/field.tsx'
import { Input } from '~/components/ui/input.tsx'

interface Props {
  started: ResponseOf<typeof startAuthenticatorApp>
  /** With the recovery codes, where they are new. */
  onDone: (recoveryCodes: readonly string[] | null) => void
  onClose: () => void
}

/** Shows the secret of a new authenticator app, and takes its first code. */
export function AppDialog({ started: { secret, qr }, onDone, onClose }: Props) {
  const [confirm, { isLoading }] = useConfirmAuthenticatorAppMutation()
  const [fault, setFault] = useState<string>()
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { code } = Object.fromEntries(new FormData(event.currentTarget)) as { code: string }
    if (code.trim() === '') return setFault('Enter the code')
    try {
      onDone((await confirm({ code }).unwrap()).recoveryCodes)
    } catch (error) {
      setFault(messageOf(error))
    }
  }
  const groups = secret.replace(/.{4}(?=.)/g, '$& ')
  return (
    <Dialog
      onClose={onClose}
      title="Set up an authenticator app"
      description="Scan the QR code with an app such as Google Authenticator, 1Password or Aegis, then enter the code it shows."
    >
      <PlainForm className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <img
          src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
          alt="QR code for your authenticator app"
          className="size-44 justify-self-center rounded-md border border-line bg-white p-1"
        />
        <div className="grid gap-1.5">
          <p className="text-sm text-muted">Can’t scan it? Enter this key in the app:</p>
          <p className="flex flex-wrap items-center gap-2">
            <code className="exact rounded-md bg-sunken px-2.5 py-1.5 whitespace-normal!">{groups}</code>
            <CopyButton text={secret} label="Copy key" />
          </p>
        </div>
        <Field label="6-digit code" required error={fault}>
          {(control) => (
            <Input
              {...control}
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              className="figures"
              onInput={() => fault && setFault(undefined)}
            />
          )}
        </Field>
        <FormFooter submit="Turn on" loading={isLoading} onCancel={onClose} />
      </PlainForm>
    </Dialog>
  )
}
