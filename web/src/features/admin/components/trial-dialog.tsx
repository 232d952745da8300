import type { AdminLandlord } from '@keyhold/contracts/identity/admin-accounts'
import { ExtendTrialForm } from '@keyhold/contracts/billing/admin-subscriptions'
import { useWatch } from 'react-hook-form'
import { useExtendTrialMutation } from '~/api/admin-subscriptions.ts'
import { NumberField } from '~/components/form/fields.tsx'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { Details } from '~/components/ui/details.tsx'
import { Dialog } from '~/components/ui/dialog.tsx'
import { dayOf, fullName } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { failures, successes } from '~/texts/admin.ts'
import { extendedTo } from '../words.ts'

const Days = ExtendTrialForm.pick({ days: true })

/** Gives a landlord more time to try Keyhold. */
export function TrialDialog({ landlord, onClose }: { landlord: AdminLandlord; onClose: () => void }) {
  const [extend, { isLoading }] = useExtendTrialMutation()
  const form = useZodForm(Days, { defaultValues: { days: '' } })
  const typed = useWatch({ control: form.control, name: 'days' })
  const wished = Days.safeParse({ days: typed })

  const save = async ({ days }: { days: number }) => {
    try {
      const { trialEndDate } = await extend({ userId: landlord.id, days }).unwrap()
      toast({
        variant: 'success',
        title: successes.trialExtended,
        description: `${landlord.email} can try everything until ${dayOf(trialEndDate)}.`,
      })
      onClose()
    } catch (error) {
      toastError(failures.extension, error)
      showIssues(form, error)
    }
  }

  return (
    <Dialog onClose={onClose} size="sm" title="Extend Trial" description={`${fullName(landlord)} · ${landlord.email}`}>
      <Form form={form} onSubmit={save} className="flex-1">
        <NumberField
          control={form.control}
          name="days"
          label="Number of days"
          inputMode="numeric"
          min={1}
          max={365}
          step={1}
          after="days"
          hint="Added to the end of the trial, or to today if it has ended."
          required
        />
        <Details
          className="grid-cols-2"
          items={[
            { label: 'Ends now', value: dayOf(landlord.trialEndDate) },
            {
              label: 'Would end',
              value: wished.success ? dayOf(extendedTo(landlord.trialEndDate, wished.data.days).toISOString()) : null,
            },
          ]}
        />
        <FormFooter submit="Extend Trial" loading={isLoading} disabled={!typed} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
