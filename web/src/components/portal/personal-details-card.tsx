import { type PersonalDetails, PersonalDetailsForm } from '@keyhold/contracts/tenancy/tenant-profile'
import { isApiError } from '~/api/client/problem.ts'
import { usePersonalDetailsQuery, useSavePersonalDetailsMutation } from '~/api/tenant-profile.ts'
import { DateField, MoneyField, TextField } from '~/components/form/fields.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { Button } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { ErrorState } from '~/components/ui/states.tsx'
import { toast, toastError } from '~/lib/toast.ts'
import { ScrollTarget } from '../scroll-target.tsx'

/** What a tenant tells their landlord about themselves; nothing for an account without a home. */
export function PersonalDetailsCard() {
  const { data, error, refetch } = usePersonalDetailsQuery()
  if (isApiError(error) && error.code === 'not-linked') return null
  return (
    <ScrollTarget id="personal-details">
      <SectionCard
        title="Personal Details"
        description="Your landlord sees these, and that you changed them."
        padded={Boolean(data)}
      >
        {data ? (
          <Fields details={data} />
        ) : error ? (
          <ErrorState compact error={error} onRetry={() => void refetch()} />
        ) : (
          <RowSkeletons count={3} />
        )}
      </SectionCard>
    </ScrollTarget>
  )
}

const valuesOf = ({ updatedAt: _, ...details }: PersonalDetails) => ({
  phone: details.phone ?? '',
  dateOfBirth: details.dateOfBirth ?? '',
  emergencyContactName: details.emergencyContactName ?? '',
  emergencyContactPhone: details.emergencyContactPhone ?? '',
  employerName: details.employerName ?? '',
  monthlyIncome: details.monthlyIncome ?? '',
})

function Fields({ details }: { details: PersonalDetails }) {
  const [save, { isLoading }] = useSavePersonalDetailsMutation()
  const form = useZodForm(PersonalDetailsForm, {
    values: valuesOf(details),
    // What is being typed stays when the landlord changes something meanwhile.
    resetOptions: { keepDirtyValues: true },
  })
  const { control } = form

  const send = async (values: ReturnType<typeof PersonalDetailsForm.parse>) => {
    try {
      form.reset(valuesOf(await save(values).unwrap()))
      toast({ variant: 'success', title: 'Profile updated', description: 'Your landlord sees the change.' })
    } catch (error) {
      showIssues(form, error)
      toastError('Failed to update your profile', error)
    }
  }

  return (
    <Form form={form} onSubmit={send} className="sm:grid-cols-2">
      <TextField control={control} name="phone" label="Phone" type="tel" autoComplete="tel" optional />
      <DateField control={control} name="dateOfBirth" label="Date of Birth" autoComplete="bday" optional />
      <TextField
        control={control}
        name="emergencyContactName"
        label="Emergency Contact Name"
        autoComplete="off"
        optional
      />
      <TextField
        control={control}
        name="emergencyContactPhone"
        label="Emergency Contact Phone"
        type="tel"
        autoComplete="off"
        optional
      />
      <TextField control={control} name="employerName" label="Employer Name" autoComplete="organization" optional />
      <MoneyField control={control} name="monthlyIncome" label="Monthly Income" autoComplete="off" optional />
      <Button type="submit" loading={isLoading} className="phone:w-full sm:justify-self-start">
        Update Profile
      </Button>
    </Form>
  )
}
