import { maxMessageLength } from '@keyhold/contracts/messaging/conversations-messages'
import { prose } from '@keyhold/contracts/scalars'
import { z } from '@keyhold/contracts/zod'
import { Link } from 'react-router-dom'
import { useTenantChatMutation } from '~/api/conversations.ts'
import { TextareaField } from '~/components/form/fields.tsx'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { Dialog } from '~/components/ui/dialog.tsx'
import { paths } from '~/lib/paths.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { messageFailed, messageSent } from '~/texts/portal.ts'

const ContactForm = z.object({ message: prose(maxMessageLength, 'Write a message first') })

/** A message to the landlord; it continues the latest conversation. */
export default function ContactDialog({ onClose }: { onClose: () => void }) {
  const [send, { isLoading }] = useTenantChatMutation()
  const form = useZodForm(ContactForm, { defaultValues: { message: '' } })

  const submit = async ({ message }: z.output<typeof ContactForm>) => {
    try {
      await send({ message }).unwrap()
      toast({ variant: 'success', ...messageSent })
      onClose()
    } catch (error) {
      showIssues(form, error)
      toastError(messageFailed, error)
    }
  }

  return (
    <Dialog
      size="sm"
      onClose={onClose}
      title="Contact Landlord"
      description="Answers appear in your messages, and you are notified."
    >
      <Form form={form} onSubmit={submit} className="flex-1">
        <TextareaField control={form.control} name="message" label="Message" rows={5} required />
        <p className="text-sm text-muted">
          Earlier messages are in{' '}
          <Link to={paths.tenantMessages} className="text-pine underline underline-offset-4">
            your conversations
          </Link>
          . In an emergency, call.
        </p>
        <FormFooter submit="Send Message" loading={isLoading} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
