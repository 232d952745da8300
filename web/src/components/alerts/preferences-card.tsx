import { AlertPreferencesForm, type AlertPreferences } from '@keyhold/contracts/messaging/alert-preferences'
import type { z } from '@keyhold/contracts/zod'
import { useWatch } from 'react-hook-form'
import { useGetAlertPreferencesQuery, useSaveAlertPreferencesMutation } from '~/api/alert-preferences.ts'
import { SwitchField } from '~/components/form/choice-fields.tsx'
import { TextField } from '~/components/form/fields.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { Button } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { Callout, ErrorState } from '~/components/ui/states.tsx'
import { toast, toastError } from '~/lib/toast.ts'

type Preferences = z.output<typeof AlertPreferences>

/** How a landlord is alerted to an emergency. */
export function AlertPreferencesCard() {
  const { data, error, refetch } = useGetAlertPreferencesQuery()
  return (
    <SectionCard
      title="Emergency alerts"
      description="Get notified right away when a tenant reports an emergency, at any hour."
      padded={Boolean(data)}
    >
      {data ? (
        <Fields preferences={data} />
      ) : error ? (
        <ErrorState compact error={error} onRetry={() => void refetch()} />
      ) : (
        <RowSkeletons count={2} />
      )}
    </SectionCard>
  )
}

function Fields({ preferences }: { preferences: Preferences }) {
  const [save, { isLoading }] = useSaveAlertPreferencesMutation()
  const { emergencyEmail, emergencySms, email, phone, hasOptedOut } = preferences
  const form = useZodForm(AlertPreferencesForm, { values: { emergencyEmail, emergencySms, phone: phone ?? '' } })
  const { control } = form
  const [byMail, byText] = useWatch({ control, name: ['emergencyEmail', 'emergencySms'] }).map(Boolean)

  const send = async (values: ReturnType<typeof AlertPreferencesForm.parse>) => {
    try {
      // An untouched number is not sent: it remains the account's, or the one saved before.
      await save({ ...values, phone: (values.phone ?? null) === phone ? undefined : values.phone }).unwrap()
      toast({ variant: 'success', title: 'Alert settings saved' })
    } catch (error) {
      showIssues(form, error)
      toastError('Failed to save the alert settings', error)
    }
  }

  return (
    <Form form={form} onSubmit={send} className="pt-2">
      <SwitchField control={control} name="emergencyEmail" label="By email" hint={email ? `To ${email}` : undefined} />
      <SwitchField
        control={control}
        name="emergencySms"
        label="By text message"
        hint="Carrier message rates may apply. Reply STOP to unsubscribe."
      />
      {byText && (
        <TextField
          control={control}
          name="phone"
          label="Phone for alerts"
          type="tel"
          autoComplete="tel"
          hint="Leave empty to use your account’s phone number."
        />
      )}
      {byText && hasOptedOut && (
        <Callout tone="warning" title="This number has opted out of texts">
          It replied STOP. Text START from that phone to our number to get alerts again.
        </Callout>
      )}
      {!byMail && !byText && (
        <Callout tone="warning" title="You would not be notified">
          With both turned off, you only see an emergency while Keyhold is open.
        </Callout>
      )}
      <div>
        <Button type="submit" loading={isLoading} className="phone:w-full">
          Save alerts
        </Button>
      </div>
    </Form>
  )
}
