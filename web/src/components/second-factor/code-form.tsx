import type { SecondStep } from '@keyhold/contracts/identity/accounts'
import { KeyRound } from 'lucide-react'
import { useState, type FormEvent, type ReactNode } from 'react'
import { isApiError, messageOf } from '~/api/client/problem.ts'
import { PlainForm } from '~/components/form/plain-form.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Field } from '~/components/ui/field.tsx'
import { Input } from '~/components/ui/input.tsx'
import { hasPasskeys } from '~/lib/has-passkeys.ts'
import { passkeyFault } from '~/lib/passkeys.ts'

type Method = SecondStep['secondStep'][number]

interface Props {
  methods: readonly Method[]
  /** Rejects with the server's refusal. */
  onCode: (code: string) => Promise<void>
  onPasskey: () => Promise<void>
  /** The button that sends the code. */
  submit: string
  /** What else one can do, below. */
  children?: ReactNode
}

// The field replaces the one that was typed in before.
const focus = (input: HTMLInputElement | null) => input?.focus()

/** Asks for a code of the authenticator app, a passkey, or a recovery code. */
export function CodeForm({ methods, onCode, onPasskey, submit, children }: Props) {
  const [isRecovery, setRecovery] = useState(!methods.includes('app'))
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState<'code' | 'passkey'>()
  const offersPasskey = methods.includes('passkey') && hasPasskeys()
  const offersCode = methods.includes('app') || methods.includes('recovery_code')

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { code } = Object.fromEntries(new FormData(event.currentTarget)) as { code: string }
    if (code.trim() === '') return setFault('Enter the code')
    setBusy('code')
    await onCode(code).catch((error: unknown) => setFault(messageOf(error)))
    setBusy(undefined)
  }
  const sendPasskey = async () => {
    setBusy('passkey')
    setFault(undefined)
    await onPasskey().catch((error: unknown) =>
      setFault(isApiError(error) ? error.detail : (passkeyFault(error) ?? undefined)),
    )
    setBusy(undefined)
  }

  return (
    <PlainForm className="grid content-start gap-4" onSubmit={(event) => void send(event)}>
      {offersPasskey && (
        <Button
          size="lg"
          variant={offersCode ? 'secondary' : 'primary'}
          icon={<KeyRound aria-hidden />}
          loading={busy === 'passkey'}
          onClick={() => void sendPasskey()}
        >
          Use a passkey
        </Button>
      )}
      {offersCode && (
        <>
          <Field
            key={String(isRecovery)}
            label={isRecovery ? 'Recovery code' : 'Code from your authenticator app'}
            hint={isRecovery ? 'One of the codes you saved when you set this up. Each works once.' : undefined}
            required
            error={fault}
          >
            {(control) => (
              <Input
                {...control}
                name="code"
                ref={focus}
                autoComplete="one-time-code"
                inputMode={isRecovery ? 'text' : 'numeric'}
                autoCapitalize="none"
                spellCheck={false}
                className="figures"
                onInput={() => fault && setFault(undefined)}
              />
            )}
          </Field>
          <Button type="submit" size="lg" loading={busy === 'code'}>
            {submit}
          </Button>
        </>
      )}
      {!offersCode && fault && (
        <p role="alert" className="text-sm text-danger">
          {fault}
        </p>
      )}
      {methods.includes('app') && methods.includes('recovery_code') && (
        <Button variant="ghost" onClick={() => (setFault(undefined), setRecovery(!isRecovery))}>
          {isRecovery ? 'Use your authenticator app' : 'Use a recovery code'}
        </Button>
      )}
      {children}
    </PlainForm>
  )
}
