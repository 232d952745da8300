import type { SignupForm } from '@keyhold/contracts/identity/accounts'
import type { z } from '@keyhold/contracts/zod'
import { ShieldCheck } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useForm, useWatch, type Control } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { useSignupMutation } from '~/api/accounts.ts'
import { hasCode, messageOf } from '~/api/client/problem.ts'
import { NativeSelectField, PasswordField, TextField } from '~/components/form/fields.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { lazyResolver } from '~/components/form/lazy-resolver.ts'
import { Button } from '~/components/ui/button.tsx'
import { Callout } from '~/components/ui/states.tsx'
import { paths } from '~/lib/paths.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { accountCreatedToast, signupFailed, superAdminRefused } from '~/texts/session.ts'

type Typed = z.input<typeof SignupForm>
type Parsed = z.output<typeof SignupForm>

const loadResolver = () => import('../resolvers.ts').then(({ signUp }) => signUp)

const accountTypes = [
  { value: 'landlord', label: 'Landlord' },
  { value: 'tenant', label: 'Tenant' },
  { value: 'super_admin', label: 'Super Admin (Restricted)' },
]

const blank: Typed = {
  userType: 'landlord',
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  password: '',
  adminName: '',
  adminPhone: '',
}

/** Creates an account, then asks to sign in (spec §2). `signIn` opens the sign-in form. */
export function SignUpForm({ signIn }: { signIn: ReactNode }) {
  const form = useForm<Typed, unknown, Parsed>({
    mode: 'onTouched',
    resolver: lazyResolver(loadResolver),
    defaultValues: blank,
  })
  const [signup, { isLoading }] = useSignupMutation()
  const [created, setCreated] = useState<Parsed | null>(null)
  const signUp = async ({ adminName, adminPhone, ...account }: Parsed) => {
    try {
      await signup(account.userType === 'super_admin' ? { ...account, adminName, adminPhone } : account).unwrap()
      toast(accountCreatedToast)
      setCreated(account)
      form.reset(blank)
    } catch (error) {
      const title = hasCode(error, 'super-admin-refused') ? superAdminRefused : signupFailed
      toastError(title, error)
      if (hasCode(error, 'email-taken'))
        form.setError('email', { type: 'server', message: messageOf(error) }, { shouldFocus: true })
      else showIssues(form, error)
    }
  }

  return (
    // The schema is loaded on focus: the page renders without it.
    <Form form={form} onSubmit={signUp} onFocus={() => void loadResolver()}>
      {created && (
        <Callout tone="success" title={`Welcome, ${created.firstName}. Your account is ready.`}>
          {created.userType === 'super_admin' ? `Open the link we sent to ${created.email} first, then ` : 'Now '}
          {signIn}.
        </Callout>
      )}
      <NativeSelectField control={form.control} name="userType" label="Account Type" options={accountTypes} required />
      <AdminVerification control={form.control} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField control={form.control} name="firstName" label="First Name" autoComplete="given-name" required />
        <TextField control={form.control} name="lastName" label="Last Name" autoComplete="family-name" required />
      </div>
      <TextField
        control={form.control}
        name="email"
        label="Email Address"
        type="email"
        autoComplete="email"
        inputMode="email"
        required
      />
      <TextField control={form.control} name="phone" label="Phone Number" type="tel" autoComplete="tel" required />
      <PasswordField
        control={form.control}
        name="password"
        label="Password"
        hint="At least 6 characters; longer is better."
        autoComplete="new-password"
        required
      />
      <Button type="submit" size="lg" loading={isLoading} className="mt-2">
        {isLoading ? 'Starting your trial...' : 'Start Free 14-Day Trial'}
      </Button>
      <p className="text-sm text-muted">
        By creating an account, you agree to our <LegalLink to={paths.terms}>Terms of Service</LegalLink> and{' '}
        <LegalLink to={paths.privacy}>Privacy Policy</LegalLink>.
      </p>
    </Form>
  )
}

function LegalLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="font-medium text-pine underline underline-offset-2">
      {children}
    </Link>
  )
}

/** Asked of a super admin only; the server compares the answers with its configuration. */
function AdminVerification({ control }: { control: Control<Typed, unknown, Parsed> }) {
  const userType = useWatch({ control, name: 'userType' })
  if (userType !== 'super_admin') return null
  return (
    <fieldset className="grid gap-4 rounded-lg border border-brass/30 bg-brass-soft p-4">
      <legend className="sr-only">Super Admin Verification Required</legend>
      <div aria-hidden className="flex items-center gap-2 font-semibold text-brass">
        <ShieldCheck className="size-4.5" />
        Super Admin Verification Required
      </div>
      <TextField control={control} name="adminName" label="Full Name" autoComplete="name" required />
      <TextField
        control={control}
        name="adminPhone"
        label="Authorized Phone Number"
        type="tel"
        autoComplete="tel"
        required
      />
    </fieldset>
  )
}
