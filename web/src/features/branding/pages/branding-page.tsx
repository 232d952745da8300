import type { BrandingSettings } from '@keyhold/contracts/identity/branding'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useGetBrandingQuery, useResetBrandingMutation } from '~/api/branding.ts'
import { Button } from '~/components/ui/button.tsx'
import { useConfirm } from '~/components/ui/confirm.tsx'
import { PageHeader } from '~/components/ui/page-header.tsx'
import { CardSkeletons } from '~/components/ui/skeleton.tsx'
import { Callout, ErrorState } from '~/components/ui/states.tsx'
import { paths } from '~/lib/paths.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { HostCard } from '../components/host-card.tsx'
import { LogoCard } from '../components/logo-card.tsx'
import { LookForm } from '../components/look-form.tsx'
import { Preview } from '../components/preview.tsx'
import { type Draft, draftOf } from '../draft.ts'

/** `/branding`: what tenants see in place of Keyhold's name, logo and colors. */
export function Component() {
  const { data, error, isLoading, refetch } = useGetBrandingQuery()
  if (isLoading)
    return (
      <>
        <PageHeader />
        <CardSkeletons count={3} />
      </>
    )
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return <Branding settings={data} />
}

function Branding({ settings }: { settings: BrandingSettings }) {
  const { name, logo, colors, isApplied } = settings
  const [draft, setDraft] = useState<Draft>(() => draftOf(settings))
  // A fresh form after a reset.
  const [round, setRound] = useState(0)
  const confirm = useConfirm()
  const [reset, { isLoading }] = useResetBrandingMutation()
  const isOwn = name !== null || logo !== null || colors !== null

  const goBack = async () => {
    const goAhead = await confirm({
      title: 'Go back to the look of Keyhold?',
      description: 'Your name, logo and colors are removed. Your host name stays.',
      confirmLabel: 'Go back',
      destructive: true,
    })
    if (!goAhead) return
    try {
      await reset().unwrap()
      setDraft(draftOf({ name: null, colors: null }))
      setRound((before) => before + 1)
      toast({ variant: 'success', title: 'Your tenants see the look of Keyhold again' })
    } catch (failure) {
      toastError('Reset Failed', failure)
    }
  }

  return (
    <>
      <PageHeader
        description="Your name, logo, colors and host name: what your tenants see on the portal, in mails and texts, and on receipts and statements."
        crumbs={[{ label: 'Account Settings', to: paths.userSettings }]}
        actions={
          isOwn && (
            <Button
              variant="secondary"
              icon={<RotateCcw aria-hidden />}
              loading={isLoading}
              onClick={() => void goBack()}
            >
              Reset to Keyhold’s look
            </Button>
          )
        }
      />
      {!isApplied && <PlanNeeded isSet={isOwn || settings.host !== null} />}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <LookForm key={round} settings={settings} onDraft={setDraft} />
          <LogoCard logo={logo} isLocked={!isApplied} />
          <HostCard host={settings.host} isLocked={!isApplied} />
        </div>
        <Preview draft={draft} logo={logo} />
      </div>
    </>
  )
}

function PlanNeeded({ isSet }: { isSet: boolean }) {
  return (
    <Callout
      tone="warning"
      title="Your plan does not include a look of your own"
      className="mb-5"
      action={
        <Button variant="secondary" size="sm" asChild>
          <Link to={paths.pricing}>See the plans</Link>
        </Button>
      }
    >
      {isSet
        ? 'What you have set is kept, but your tenants see the look of Keyhold. With the Enterprise plan it applies again.'
        : 'It is part of the Enterprise plan, and of the free trial.'}
    </Callout>
  )
}
