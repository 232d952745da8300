import { PlatformSettings } from '@keyhold/contracts/billing/platform-settings'
import { Database, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useBackupStatusQuery } from '~/api/admin-activity.ts'
import { useChangePlatformSettingsMutation, usePlatformSettingsQuery } from '~/api/platform-settings.ts'
import { NumberField } from '~/components/form/fields.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { Button } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { ErrorState } from '~/components/ui/states.tsx'
import { dateTime, plural } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { failures } from '~/texts/admin.ts'
import { DatabaseDialog } from './database-dialog.tsx'

/** Settings of the whole platform. */
export function SettingsTab() {
  const [isCreating, setCreating] = useState(false)
  const { data, isLoading, isError, error, refetch } = usePlatformSettingsQuery()
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <SectionCard
        title="Database Management"
        description="Where landlords’ records are stored, and their dedicated databases."
      >
        <div className="flex flex-wrap gap-2 phone:*:flex-1">
          <Button asChild variant="secondary">
            <Link to={paths.superAdminAt('databases')}>
              <Database aria-hidden />
              Open databases
            </Link>
          </Button>
          <Button variant="secondary" icon={<Plus aria-hidden />} onClick={() => setCreating(true)}>
            Create Database
          </Button>
        </div>
      </SectionCard>
      <SectionCard title="User Limits" description="What new landlords get when they sign up.">
        {isLoading && <Skeleton className="h-32 w-full" />}
        {isError && !data && <ErrorState compact error={error} onRetry={() => void refetch()} />}
        {/* A new form if the settings were changed elsewhere. */}
        {data && <LimitsForm key={`${data.trialDays} ${data.defaultMaxProperties}`} settings={data} />}
      </SectionCard>
      <BackupCard />
      {isCreating && <DatabaseDialog onClose={() => setCreating(false)} />}
    </div>
  )
}

function BackupCard() {
  const { data, isLoading, isError, error, refetch } = useBackupStatusQuery(undefined, {
    refetchOnMountOrArgChange: true,
  })
  return (
    <SectionCard
      title="Backup & Recovery"
      description="A copy of the database and the files, made while Keyhold is stopped."
    >
      {isLoading && <Skeleton className="h-20 w-full" />}
      {isError && !data && <ErrorState compact error={error} onRetry={() => void refetch()} />}
      {data && (
        <div className="grid gap-3">
          <p>
            {data.lastBackupAt ? `Last backup: ${dateTime(data.lastBackupAt)}` : 'No backup has been recorded yet.'}
          </p>
          <Command label="Back up" text="npm run backup -- /backups" />
          <Command label="Restore to an empty data folder" text="npm run backup -- --restore /backups/keyhold-…" />
        </div>
      )}
    </SectionCard>
  )
}

function Command({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <p className="text-sm text-muted">{label}</p>
      <code className="text-sm wrap-anywhere">{text}</code>
    </div>
  )
}

function LimitsForm({ settings }: { settings: PlatformSettings }) {
  const [change, { isLoading }] = useChangePlatformSettingsMutation()
  const form = useZodForm(PlatformSettings, { defaultValues: settings })

  const save = async (values: PlatformSettings) => {
    try {
      const saved = await change(values).unwrap()
      form.reset(saved)
      toast({
        variant: 'success',
        title: 'Settings Saved',
        description: `New landlords get ${plural(saved.trialDays, 'day')} and ${plural(saved.defaultMaxProperties, 'property', 'properties')}.`,
      })
    } catch (error) {
      toastError(failures.update, error)
      showIssues(form, error)
    }
  }

  return (
    <Form form={form} onSubmit={save}>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <NumberField
          control={form.control}
          name="defaultMaxProperties"
          label="Default property limit"
          inputMode="numeric"
          min={0}
          step={1}
          required
        />
        <NumberField
          control={form.control}
          name="trialDays"
          label="Trial length"
          inputMode="numeric"
          min={1}
          max={365}
          step={1}
          after="days"
          required
        />
      </div>
      <p className="text-sm text-muted">Existing accounts don’t change. Edit those under Landlords.</p>
      <Button
        type="submit"
        loading={isLoading}
        disabled={!form.formState.isDirty}
        className="justify-self-start phone:w-full"
      >
        Save limits
      </Button>
    </Form>
  )
}
