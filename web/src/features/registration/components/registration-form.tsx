import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useRegisterTenantMutation } from '~/api/invitations.ts'
import { DateField, MoneyField, PasswordField, TextField } from '~/components/form/fields.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { lazyResolver } from '~/components/form/lazy-resolver.ts'
import { Button } from '~/components/ui/button.tsx'
import { toastError } from '~/lib/toast.ts'
import type { Registration, RegistrationInput } from '../resolver.ts'

const loadResolver = () => import('../resolver.ts').then(({ registration }) => registration)

export interface Invited {
  token: string
  firstName: string | null
  lastName: string | null
  phone: string | null
}

/** The registration form. Only names are required. */
export function RegistrationForm({
  invited,
  onDone,
}: {
  invited: Invited
  onDone: (done: { canSignIn: boolean; isMailed: boolean }) => void
}) {
  const form = useForm<RegistrationInput, unknown, Registration>({
    mode: 'onTouched',
    resolver: lazyResolver(loadResolver),
    defaultValues: {
      token: invited.token,
      firstName: invited.firstName ?? '',
      lastName: invited.lastName ?? '',
      phone: invited.phone ?? '',
      dateOfBirth: '',
      emergencyContactName: '',
      emergencyContactPhone: '',
      employerName: '',
      monthlyIncome: '',
      password: '',
      confirmPassword: '',
    },
  })
  const [register, { isLoading }] = useRegisterTenantMutation()
  const { control } = form

  const submit = async (answers: Registration) => {
    try {
      onDone(await register(answers).unwrap())
    } catch (error) {
      toastError('Registration Failed', error)
      showIssues(form, error)
    }
  }

  return (
    <Form form={form} onSubmit={submit} onFocus={() => void loadResolver()} className="gap-8!">
      <Group title="About you">
        <TextField control={control} name="firstName" label="First Name" autoComplete="given-name" required />
        <TextField control={control} name="lastName" label="Last Name" autoComplete="family-name" required />
        <TextField control={control} name="phone" label="Phone" type="tel" autoComplete="tel" optional />
        <DateField control={control} name="dateOfBirth" label="Date of Birth" autoComplete="bday" optional />
      </Group>
      <Group title="Emergency contact">
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
      </Group>
      <Group title="Work">
        <TextField control={control} name="employerName" label="Employer Name" autoComplete="organization" optional />
        <MoneyField control={control} name="monthlyIncome" label="Monthly Income" autoComplete="off" optional />
      </Group>
      <Group title="Your login" intro="Choose a password to start using the tenant portal right away.">
        <PasswordField
          control={control}
          name="password"
          label="Password"
          hint="At least 6 characters."
          autoComplete="new-password"
          optional
        />
        <PasswordField
          control={control}
          name="confirmPassword"
          label="Confirm Password"
          autoComplete="new-password"
          optional
        />
      </Group>
      <Button type="submit" size="lg" loading={isLoading}>
        {isLoading ? 'Registering...' : 'Complete Registration'}
      </Button>
    </Form>
  )
}

function Group({ title, intro, children }: { title: string; intro?: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-lg font-semibold tracking-tight">{title}</legend>
      {intro && <p className="mb-2 text-muted">{intro}</p>}
      <div className="mt-2 grid gap-4 sm:grid-cols-2">{children}</div>
    </fieldset>
  )
}
