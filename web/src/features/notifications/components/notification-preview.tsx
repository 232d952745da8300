import type { TenantNotificationForm } from '@keyhold/contracts/messaging/notifications'
import type { z } from '@keyhold/contracts/zod'
import { Eye } from 'lucide-react'
import type { UseFormReturn } from 'react-hook-form'
import { messageOf } from '~/api/client/problem.ts'
import { usePreviewTenantNotificationMutation } from '~/api/notifications.ts'
import { showIssues } from '~/components/form/form.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Callout } from '~/components/ui/states.tsx'
import { plural } from '~/lib/format.ts'

type Output = z.output<typeof TenantNotificationForm>

/** What one of the recipients would get, on demand. */
export function NotificationPreview({
  form,
  bodyOf,
  disabled,
}: {
  form: UseFormReturn<z.input<typeof TenantNotificationForm>, unknown, Output>
  bodyOf: (values: Output) => Parameters<ReturnType<typeof usePreviewTenantNotificationMutation>[0]>[0]
  disabled: boolean
}) {
  const [preview, { data, error, isLoading }] = usePreviewTenantNotificationMutation()
  const ask = form.handleSubmit(async (values) => {
    const answer = await preview(bodyOf(values))
    if ('error' in answer) showIssues(form, answer.error)
  })
  return (
    <div className="grid gap-3">
      <Button
        variant="secondary"
        size="sm"
        icon={<Eye aria-hidden />}
        className="justify-self-start"
        disabled={disabled}
        loading={isLoading}
        onClick={() => void ask()}
      >
        Preview
      </Button>
      {error && (
        <Callout tone="warning" title="It cannot be sent like this">
          {messageOf(error)}
        </Callout>
      )}
      {data && !error && (
        <section
          aria-label="Preview"
          className="grid gap-1.5 rounded-md border border-line bg-sunken p-3.5 dark:bg-raised"
        >
          {data.sample ? (
            <>
              <p className="text-sm text-muted">
                {data.sample.name}
                {data.recipients > 1 && ` and ${plural(data.recipients - 1, 'other')}`}
              </p>
              <p className="font-semibold wrap-break-word">{data.sample.title}</p>
              <p className="wrap-break-word whitespace-pre-line">{data.sample.message}</p>
            </>
          ) : (
            <p>Nobody would get it: no active tenant fits.</p>
          )}
          {data.withoutPhone > 0 && (
            <p className="text-sm text-warning">
              {plural(data.withoutPhone, 'recipient')} without a phone number get no text.
            </p>
          )}
        </section>
      )}
    </div>
  )
}
