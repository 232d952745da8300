import { notificationTemplates, type NotificationType } from '@keyhold/contracts/messaging/notification-words'
import { TenantNotificationForm } from '@keyhold/contracts/messaging/notifications'
import type { z } from '@keyhold/contracts/zod'
import { useWatch } from 'react-hook-form'
import { useCreateTenantNotificationMutation, useUpdateTenantNotificationMutation } from '~/api/notifications.ts'
import { usePropertyChoices } from '~/api/properties.ts'
import { useTenantChoices } from '~/api/tenants.ts'
import { SwitchField } from '~/components/form/choice-fields.tsx'
import { DateField, NumberField, TextareaField, TextField } from '~/components/form/fields.tsx'
import { FormField, shown } from '~/components/form/form-field.tsx'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { SelectField } from '~/components/form/select-field.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { methodOptions } from '~/components/notifications/words.ts'
import { Dialog } from '~/components/ui/dialog.tsx'
import { Select } from '~/components/ui/select.tsx'
import { toast, toastError } from '~/lib/toast.ts'
import { hasDueDate, inputOf, isFromTemplate, type Notification, tomorrowAtNine, typeOptions } from '../words.ts'
import { NotificationPreview } from './notification-preview.tsx'

type Values = z.input<typeof TenantNotificationForm>

interface Props {
  /** The pending one to change; without it a new one is written. */
  notification?: Notification | undefined
  onClose: () => void
}

/** Writes a notification to tenants, or changes one that was not sent yet. */
export function NotificationDialog(props: Props) {
  return (
    <Dialog
      title={props.notification ? 'Edit Notification' : 'Create Notification'}
      description="Words in brackets, such as [PROPERTY_NAME], are filled in for each tenant."
      size="lg"
      onClose={props.onClose}
    >
      <Fields {...props} />
    </Dialog>
  )
}

const startingValues = (given?: Notification): Values => ({
  title: given?.title ?? '',
  message: given?.message ?? '',
  tenantId: given?.tenantId ?? '',
  propertyId: given?.propertyId ?? '',
  notificationType: given?.notificationType ?? 'custom',
  deliveryMethod: given?.deliveryMethod ?? 'portal',
  useScheduling: Boolean(given?.scheduledFor),
  scheduledFor:
    given?.scheduledLocal ?? (given?.scheduledFor ? inputOf(new Date(given.scheduledFor)) : tomorrowAtNine()),
  useDueDate: Boolean(given?.dueDate ?? given?.effectiveDate),
  dueDate: given?.dueDate ?? '',
  effectiveDate: given?.effectiveDate ?? '',
  isRecurring: given?.isRecurring ?? false,
  recurringType: given?.recurringType ?? 'monthly',
  recurringDay: given?.recurringDay ?? 1,
})

/** What is sent of a form: only what applies to its choices (spec 2 §5). */
export function bodyOf(values: z.output<typeof TenantNotificationForm>) {
  const isRecurring = values.isRecurring && values.notificationType === 'rent_reminder'
  const isMonthly = isRecurring && values.recurringType === 'monthly'
  const usesDate = values.useDueDate === true && hasDueDate(values.notificationType)
  const isPolicy = values.notificationType === 'policy_update'
  return {
    ...values,
    tenantId: values.tenantId ?? undefined,
    propertyId: values.propertyId ?? undefined,
    scheduledFor: values.useScheduling ? (values.scheduledFor ?? null) : null,
    useDueDate: usesDate,
    dueDate: usesDate && !isPolicy ? (values.dueDate ?? null) : null,
    effectiveDate: usesDate && isPolicy ? (values.effectiveDate ?? null) : null,
    isRecurring,
    recurringType: isRecurring ? (values.recurringType ?? ('monthly' as const)) : undefined,
    recurringDay: isMonthly ? (values.recurringDay ?? 1) : undefined,
  }
}

function Fields({ notification, onClose }: Props) {
  const { options: properties } = usePropertyChoices()
  const { options: tenants } = useTenantChoices()
  const [create, creating] = useCreateTenantNotificationMutation()
  const [update, updating] = useUpdateTenantNotificationMutation()
  const form = useZodForm(TenantNotificationForm, { defaultValues: startingValues(notification) })
  const { control } = form
  const watched = useWatch({ control })
  const { notificationType: type, useScheduling, useDueDate, isRecurring, recurringType, tenantId } = watched
  const isBlank = !watched.title?.trim() || !watched.message?.trim()

  const chooseType = (next: NotificationType) => {
    for (const field of ['title', 'message'] as const)
      // Own words are kept.
      if (isFromTemplate(field, form.getValues(field)))
        form.setValue(field, notificationTemplates[next][field], { shouldDirty: true })
  }
  const send = async (values: z.output<typeof TenantNotificationForm>) => {
    try {
      const body = bodyOf(values)
      const saved = await (notification ? update({ id: notification.id, ...body }) : create(body)).unwrap()
      const isLater = saved.status === 'pending' && saved.scheduledFor !== null
      toast({
        variant: 'success',
        title: isLater ? 'Notification scheduled' : 'Notification sent',
        description: saved.title,
      })
      onClose()
    } catch (error) {
      if (!showIssues(form, error)) toastError('Failed to create the notification', error)
    }
  }

  return (
    <Form form={form} onSubmit={send}>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField control={control} name="notificationType" label="Type">
          {({ value, onChange, ...bound }) => (
            <Select
              {...bound}
              options={typeOptions}
              value={shown(value) as NotificationType}
              onValueChange={(next) => {
                onChange(next)
                chooseType(next)
              }}
            />
          )}
        </FormField>
        <SelectField control={control} name="deliveryMethod" label="Delivery" options={methodOptions} />
        <SelectField
          control={control}
          name="propertyId"
          label="Property"
          none="All properties"
          options={properties}
          disabled={Boolean(tenantId)}
        />
        <SelectField control={control} name="tenantId" label="Tenant" none="All tenants" options={tenants} />
      </div>
      <TextField control={control} name="title" label="Title" required maxLength={200} />
      <TextareaField control={control} name="message" label="Message" required rows={5} maxLength={2000} />
      {hasDueDate(type) && (
        <>
          <SwitchField
            control={control}
            name="useDueDate"
            label={type === 'policy_update' ? 'With an effective date' : 'With a due date'}
          />
          {useDueDate &&
            (type === 'policy_update' ? (
              <DateField control={control} name="effectiveDate" label="Effective date" />
            ) : (
              <DateField
                control={control}
                name="dueDate"
                label="Due date"
                hint={isRecurring ? 'Moves on with each reminder.' : undefined}
              />
            ))}
        </>
      )}
      <SwitchField
        control={control}
        name="useScheduling"
        label="Schedule for later"
        hint="At this time of day where each tenant lives. Otherwise it is sent at once."
      />
      {useScheduling && (
        <TextField
          control={control}
          name="scheduledFor"
          label={isRecurring ? 'First time' : 'Send on'}
          type="datetime-local"
        />
      )}
      {type === 'rent_reminder' && (
        <>
          <SwitchField
            control={control}
            name="isRecurring"
            label="Send regularly"
            hint="At nine in the morning unless you schedule another time, never at night."
          />
          {isRecurring && (
            <div className="grid gap-4 sm:grid-cols-2">
              <SelectField control={control} name="recurringType" label="How often" options={oftenOptions} />
              {recurringType === 'monthly' && (
                <NumberField
                  control={control}
                  name="recurringDay"
                  label="Day of the month"
                  min={1}
                  max={28}
                  hint="1 to 28"
                />
              )}
            </div>
          )}
        </>
      )}
      <NotificationPreview form={form} bodyOf={bodyOf} disabled={isBlank} />
      <FormFooter
        submit={
          notification
            ? 'Save'
            : useScheduling || (isRecurring && type === 'rent_reminder')
              ? 'Schedule Notification'
              : 'Send Notification'
        }
        loading={creating.isLoading || updating.isLoading}
        disabled={isBlank}
        onCancel={onClose}
      />
    </Form>
  )
}

const oftenOptions = [
  { value: 'monthly', label: 'Monthly' },
  { value: 'weekly', label: 'Weekly' },
]
