import type { SecondFactor, startAuthenticatorApp } from '@keyhold/contracts/identity/second-factors'
import type { ResponseOf } from '@keyhold/contracts/endpoint'
import { useState } from 'react'
import {
  useGetSecondFactorQuery,
  useRemoveAuthenticatorAppMutation,
  useRenewRecoveryCodesMutation,
  useStartAuthenticatorAppMutation,
} from '~/api/second-factors.ts'
import { Badge } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { useConfirm } from '~/components/ui/confirm.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { ErrorState } from '~/components/ui/states.tsx'
import { date } from '~/lib/format.ts'
import { toast } from '~/lib/toast.ts'
import { hasSecondFactor } from '../second-factor.ts'
import { AppDialog } from './app-dialog.tsx'
import { PasskeysSection, sayFault } from './passkeys-section.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { useStepUp } from './use-step-up.tsx'

type Run = ReturnType<typeof useStepUp>['run']

/** The second factor of signing in: authenticator app, passkeys and recovery codes. */
export function SecondFactorCard() {
  const { data: factor, isError, error, refetch } = useGetSecondFactorQuery()
  const { run, prompt } = useStepUp()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const isOn = factor !== undefined && hasSecondFactor(factor)
  return (
    <SectionCard
      title="Two-step sign-in"
      description="After your password, you’ll also enter a code or use a passkey, so a stolen password isn’t enough."
      action={factor && (isOn ? <Badge tone="success">On</Badge> : <Badge tone="neutral">Off</Badge>)}
      padded={false}
    >
      {isError && <ErrorState compact error={error} onRetry={() => void refetch()} />}
      {!factor && !isError && <RowSkeletons count={2} />}
      {factor && (
        <>
          <AppSection factor={factor} run={run} onCodes={setCodes} />
          <PasskeysSection factor={factor} run={run} onAdded={setCodes} />
          {isOn && <RecoverySection left={factor.recoveryCodesLeft} run={run} onCodes={setCodes} />}
        </>
      )}
      {prompt}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </SectionCard>
  )
}

interface SectionProps {
  run: Run
  onCodes: (codes: readonly string[] | null) => void
}

function AppSection({ factor: { appSince }, run, onCodes }: SectionProps & { factor: SecondFactor }) {
  const [start] = useStartAuthenticatorAppMutation()
  const [remove] = useRemoveAuthenticatorAppMutation()
  const [started, setStarted] = useState<ResponseOf<typeof startAuthenticatorApp>>()
  const confirm = useConfirm()

  const setUp = () => run(async () => setStarted(await start().unwrap()), sayFault)
  const turnOff = async () => {
    const goAhead = await confirm({
      title: 'Turn off the authenticator app?',
      description: 'Its codes will no longer work. You’ll need to confirm your password and second factor first.',
      confirmLabel: 'Turn off',
      destructive: true,
    })
    if (!goAhead) return
    await run(async () => {
      await remove().unwrap()
      toast({ variant: 'success', title: 'Authenticator app turned off' })
    }, sayFault)
  }

  return (
    <section
      aria-label="Authenticator app"
      className="flex flex-wrap items-center gap-3 border-t border-line px-5 py-4"
    >
      <div className="min-w-48 flex-1">
        <h3 className="font-medium">Authenticator app</h3>
        <p className="text-sm text-muted">
          {appSince ? `Set up on ${date(appSince.slice(0, 10))}.` : 'A six-digit code from an app on your phone.'}
        </p>
      </div>
      <Button size="sm" variant="secondary" onClick={() => void setUp()}>
        {appSince ? 'Replace' : 'Set up'}
        <span className="sr-only"> authenticator app</span>
      </Button>
      {appSince && (
        <Button size="sm" variant="ghost" onClick={() => void turnOff()}>
          Turn off
          <span className="sr-only"> authenticator app</span>
        </Button>
      )}
      {started && (
        <AppDialog
          started={started}
          onClose={() => setStarted(undefined)}
          onDone={(codes) => {
            setStarted(undefined)
            toast({ variant: 'success', title: 'Authenticator app turned on' })
            onCodes(codes)
          }}
        />
      )}
    </section>
  )
}

function RecoverySection({ left, run, onCodes }: SectionProps & { left: number }) {
  const [renew] = useRenewRecoveryCodesMutation()
  const confirm = useConfirm()
  const makeNew = async () => {
    const goAhead = await confirm({
      title: 'Get new recovery codes?',
      description: 'The codes you saved before will no longer work.',
      confirmLabel: 'Get new codes',
    })
    if (goAhead) await run(async () => onCodes((await renew().unwrap()).recoveryCodes), sayFault)
  }
  return (
    <section aria-label="Recovery codes" className="flex flex-wrap items-center gap-3 border-t border-line px-5 py-4">
      <div className="min-w-48 flex-1">
        <h3 className="font-medium">Recovery codes</h3>
        <p className={left <= 3 ? 'text-sm text-warning' : 'text-sm text-muted'}>
          {left === 1 ? '1 code left.' : `${left} codes left.`}
          {left <= 3 && ' Get new ones before you run out.'}
        </p>
      </div>
      <Button size="sm" variant="secondary" onClick={() => void makeNew()}>
        Get new codes
      </Button>
    </section>
  )
}
