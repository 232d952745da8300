import type { Passkey, SecondFactor } from '@keyhold/contracts/identity/second-factors'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import {
  useAddPasskeyMutation,
  usePasskeyOptionsMutation,
  useRemovePasskeyMutation,
  useRenamePasskeyMutation,
} from '~/api/second-factors.ts'
import { isApiError, messageOf } from '~/api/client/problem.ts'
import { Button } from '~/components/ui/button.tsx'
import { useConfirm } from '~/components/ui/confirm.tsx'
import { ago, date } from '~/lib/format.ts'
import { hasPasskeys } from '~/lib/has-passkeys.ts'
import { makePasskey, passkeyFault } from '~/lib/passkeys.ts'
import { toast } from '~/lib/toast.ts'
import { deviceOf } from '../device.ts'
import { noPasskeysHere } from '../second-factor.ts'
import { PasskeyNameDialog } from './passkey-name-dialog.tsx'
import type { useStepUp } from './use-step-up.tsx'

interface Props {
  factor: SecondFactor
  run: ReturnType<typeof useStepUp>['run']
  /** With the recovery codes, where they are new. */
  onAdded: (recoveryCodes: readonly string[] | null) => void
}

/** What went wrong, unless the person closed the browser's dialog. */
export function sayFault(error: unknown): void {
  const description = isApiError(error) ? messageOf(error) : passkeyFault(error)
  if (description) toast({ variant: 'destructive', title: 'Update Failed', description })
}

/** The person's passkeys, with buttons to add, rename and remove them. */
export function PasskeysSection({ factor, run, onAdded }: Props) {
  const [getOptions] = usePasskeyOptionsMutation()
  const [add, adding] = useAddPasskeyMutation()
  const [naming, setNaming] = useState<{ options: Record<string, unknown> }>()
  const reason = noPasskeysHere(factor.passkeyOrigin, hasPasskeys(), location.hostname)

  const start = () => run(async () => setNaming({ options: await getOptions().unwrap() }), sayFault)
  const make = async (name: string) => {
    if (!naming) return
    try {
      const answer = await makePasskey(naming.options)
      const { recoveryCodes } = await add({ name, answer }).unwrap()
      toast({
        variant: 'success',
        title: 'Passkey added',
        description: `You can now sign in with the passkey “${name}”.`,
      })
      onAdded(recoveryCodes)
    } catch (error) {
      sayFault(error)
    }
    setNaming(undefined)
  }

  return (
    <section aria-label="Passkeys" className="grid gap-3 border-t border-line px-5 py-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-48 flex-1">
          <h3 className="font-medium">Passkeys</h3>
          <p className="text-sm text-muted">
            {reason ??
              'Sign in with your fingerprint, face or screen lock, or with a security key, without a password.'}
          </p>
        </div>
        {!reason && (
          <Button size="sm" variant="secondary" onClick={() => void start()}>
            Add a passkey
          </Button>
        )}
      </div>
      {factor.passkeys.length > 0 && (
        <ul className="grid gap-2">
          {factor.passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} run={run} />
          ))}
        </ul>
      )}
      {naming && (
        <PasskeyNameDialog
          title="Add a passkey"
          submit="Continue"
          initial={deviceOf(navigator.userAgent)}
          loading={adding.isLoading}
          onName={(name) => void make(name)}
          onClose={() => setNaming(undefined)}
        />
      )}
    </section>
  )
}

function PasskeyRow({ passkey: { id, name, createdAt, lastUsedAt }, run }: { passkey: Passkey } & Pick<Props, 'run'>) {
  const [rename, renaming] = useRenamePasskeyMutation()
  const [remove] = useRemovePasskeyMutation()
  const [isNaming, setNaming] = useState(false)
  const confirm = useConfirm()

  const saveName = async (next: string) => {
    try {
      await rename({ id, name: next }).unwrap()
      setNaming(false)
    } catch (error) {
      sayFault(error)
    }
  }
  const drop = async () => {
    const goAhead = await confirm({
      title: `Remove ${name}?`,
      description: 'It will no longer sign you in. The passkey itself stays on the device until you delete it there.',
      confirmLabel: 'Remove',
      destructive: true,
    })
    if (!goAhead) return
    await run(async () => {
      await remove({ id }).unwrap()
      toast({ variant: 'success', title: 'Passkey removed', description: name })
    }, sayFault)
  }

  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <KeyRound aria-hidden className="size-4.5 shrink-0 text-muted" />
      <div className="min-w-40 flex-1">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-sm text-muted">
          Added {date(createdAt.slice(0, 10))} · {lastUsedAt ? `last used ${ago(lastUsedAt)}` : 'not used yet'}
        </p>
      </div>
      <Button size="sm" variant="ghost" onClick={() => setNaming(true)} aria-label={`Rename ${name}`}>
        Rename
      </Button>
      <Button size="sm" variant="ghost" onClick={() => void drop()} aria-label={`Remove ${name}`}>
        Remove
      </Button>
      {isNaming && (
        <PasskeyNameDialog
          title="Rename passkey"
          submit="Save"
          initial={name}
          loading={renaming.isLoading}
          onName={(next) => void saveName(next)}
          onClose={() => setNaming(false)}
        />
      )}
    </li>
  )
}
