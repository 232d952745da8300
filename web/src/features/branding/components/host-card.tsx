import type { BrandingHost } from '@keyhold/contracts/identity/branding'
import { Globe } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { useClaimHostMutation, useReleaseHostMutation, useVerifyHostMutation } from '~/api/branding.ts'
import { showIssues, Form } from '~/components/form/form.tsx'
import { TextField } from '~/components/form/fields.tsx'
import { Badge } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { useConfirm } from '~/components/ui/confirm.tsx'
import { CopyButton } from '~/components/ui/copy-button.tsx'
import { Callout } from '~/components/ui/states.tsx'
import { toast, toastError } from '~/lib/toast.ts'

const description = 'Your tenants find the portal under a name of your own domain, and links in mails lead there.'

/** The host name: claimed, then proved by a record in the DNS. */
export function HostCard({ host, isLocked }: { host: BrandingHost | null; isLocked: boolean }) {
  return (
    <SectionCard
      title="Host Name"
      description={description}
      action={host && <State isVerified={host.verifiedAt !== null} />}
    >
      {host ? <Claimed host={host} isLocked={isLocked} /> : <Claim isLocked={isLocked} />}
    </SectionCard>
  )
}

const State = ({ isVerified }: { isVerified: boolean }) =>
  isVerified ? <Badge tone="success">Verified</Badge> : <Badge tone="warning">Not verified</Badge>

function Claim({ isLocked }: { isLocked: boolean }) {
  const form = useForm({ defaultValues: { host: '' } })
  const [claim, { isLoading }] = useClaimHostMutation()
  const send = async (typed: { host: string }) => {
    try {
      await claim(typed).unwrap()
    } catch (error) {
      if (!showIssues(form, error)) toastError('Update Failed', error)
    }
  }
  return (
    <Form form={form} onSubmit={send}>
      <fieldset disabled={isLocked} className="grid gap-4">
        <TextField
          control={form.control}
          name="host"
          label="Host name"
          placeholder="homes.example.com"
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          maxLength={253}
        />
        <Button type="submit" variant="secondary" loading={isLoading} className="justify-self-start">
          Show the records to set
        </Button>
      </fieldset>
    </Form>
  )
}

function Claimed({ host, isLocked }: { host: BrandingHost; isLocked: boolean }) {
  const [verify, verifying] = useVerifyHostMutation()
  const [release, releasing] = useReleaseHostMutation()
  const confirm = useConfirm()
  const isVerified = host.verifiedAt !== null

  const check = async () => {
    try {
      const { host: checked } = await verify().unwrap()
      if (checked?.verifiedAt) toast({ variant: 'success', title: 'Host name verified' })
    } catch (error) {
      toastError('Check Failed', error)
    }
  }
  const remove = async () => {
    const goAhead = await confirm({
      title: `Remove ${host.host}?`,
      description: isVerified ? 'Links that your tenants have already received to this name stop working.' : undefined,
      confirmLabel: 'Remove',
      destructive: true,
    })
    if (!goAhead) return
    try {
      await release().unwrap()
    } catch (error) {
      toastError('Delete Failed', error)
    }
  }

  return (
    <div className="grid gap-4">
      <p className="flex items-center gap-2 font-medium break-all">
        <Globe aria-hidden className="size-4 shrink-0 text-muted" />
        {host.host}
      </p>
      {!isVerified && (
        <p className="text-muted">Set these two records where your domain is managed, then check them.</p>
      )}
      <ul className="grid gap-3">
        {host.records.map(({ type, name, value }) => (
          <li key={type} className="grid gap-1.5 rounded-md border border-line p-3">
            <div className="flex items-center justify-between gap-3">
              <span className="text-sm font-semibold">{type}</span>
              <CopyButton text={value} label="Copy value" />
            </div>
            <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
              <dt className="text-muted">Name</dt>
              <dd className="break-all">{name}</dd>
              <dt className="text-muted">Value</dt>
              <dd className="break-all">{value}</dd>
            </dl>
          </li>
        ))}
      </ul>
      {host.problem && !isVerified && <Callout tone="warning">{host.problem}</Callout>}
      <div className="flex flex-wrap gap-2">
        {!isVerified && (
          <Button loading={verifying.isLoading} disabled={isLocked} onClick={() => void check()}>
            Check now
          </Button>
        )}
        <Button variant="danger-ghost" loading={releasing.isLoading} onClick={() => void remove()}>
          Remove
        </Button>
      </div>
    </div>
  )
}
