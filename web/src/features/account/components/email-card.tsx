import { useForm } from 'react-hook-form'
import { useChangeEmailMutation } from '~/api/accounts.ts'
import { PasswordField, TextField } from '~/components/form/fields.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { Button } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { toast, toastError } from '~/lib/toast.ts'
import { failures } from '~/texts/admin.ts'

const blank = { email: '', password: '' }

/** Asks for a link to a new e-mail address; opening it changes the address. */
export function EmailCard() {
  const form = useForm({ defaultValues: blank })
  const [change, { isLoading }] = useChangeEmailMutation()
  const send = async (typed: typeof blank) => {
    try {
      const { mailedTo } = await change(typed).unwrap()
      toast({ variant: 'success', title: 'Link sent', description: `Open the link we emailed to ${mailedTo}.` })
      form.reset(blank)
    } catch (error) {
      showIssues(form, error)
      toastError(failures.update, error)
    }
  }
  return (
    <SectionCard title="Change Email Address">
      <Form form={form} onSubmit={send}>
        <TextField
          control={form.control}
          name="email"
          label="New Email Address"
          type="email"
          autoComplete="email"
          required
        />
        <PasswordField
          control={form.control}
          name="password"
          label="Your Password"
          autoComplete="current-password"
          required
        />
        <Button type="submit" variant="secondary" loading={isLoading} className="justify-self-start">
          Send the link
        </Button>
      </Form>
    </SectionCard>
  )
}
