import { ChatConversationForm, PortalConversationForm } from '@keyhold/contracts/messaging/conversations'
import type { z } from '@keyhold/contracts/zod'
import { useCreateChatConversationMutation, useCreatePortalConversationMutation } from '~/api/conversations.ts'
import { useTenantChoices } from '~/api/tenants.ts'
import { TextField } from '~/components/form/fields.tsx'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { SelectField } from '~/components/form/select-field.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { usePropertyOptions } from '~/components/tenancy/property-options.ts'
import { Dialog } from '~/components/ui/dialog.tsx'
import { toastError } from '~/lib/toast.ts'
import { startFailed } from '~/texts/conversations.ts'
import { categoryOptions, priorityOptions } from '../words.ts'

interface Props {
  view: 'chat' | 'portal'
  /** The tenant that is chosen at first; '' for none. */
  tenantId: string
  /** `made`: the conversation to open. */
  onClose: (made?: string) => void
}

/** Starts a conversation. With a tenant, the tenant reads it; without one it is private to the landlord and the assistant. */
export default function NewConversationDialog({ view, ...props }: Props) {
  return (
    <Dialog
      onClose={() => props.onClose()}
      title="New Conversation"
      description="A tenant you choose reads it. Without one it is private to you and the assistant."
    >
      {view === 'chat' ? <ChatFields {...props} /> : <PortalFields {...props} />}
    </Dialog>
  )
}

type FieldProps = Omit<Props, 'view'>

function ChatFields({ tenantId, onClose }: FieldProps) {
  const [create, { isLoading }] = useCreateChatConversationMutation()
  const tenants = useTenantChoices()
  const properties = usePropertyOptions()
  const form = useZodForm(ChatConversationForm, { defaultValues: { title: '', tenantId, propertyId: '' } })
  const { control } = form
  const save = async (values: z.output<typeof ChatConversationForm>) => {
    try {
      onClose((await create(withoutEmpty(values)).unwrap()).id)
    } catch (error) {
      toastError(startFailed, error)
      showIssues(form, error)
    }
  }
  return (
    <Form form={form} onSubmit={save} className="flex-1">
      <SelectField control={control} name="tenantId" label="Tenant" none="No tenant" options={tenants.options} />
      <SelectField
        control={control}
        name="propertyId"
        label="Property"
        none="No property"
        options={properties.options}
      />
      <TextField control={control} name="title" label="Title" maxLength={200} autoComplete="off" />
      <FormFooter submit="Start conversation" loading={isLoading} onCancel={() => onClose()} />
    </Form>
  )
}

function PortalFields({ tenantId, onClose }: FieldProps) {
  const [create, { isLoading }] = useCreatePortalConversationMutation()
  const tenants = useTenantChoices()
  const properties = usePropertyOptions()
  const form = useZodForm(PortalConversationForm, {
    defaultValues: { subject: '', tenantId, propertyId: '', category: 'general', priority: 'normal' },
  })
  const { control } = form
  const save = async (values: z.output<typeof PortalConversationForm>) => {
    try {
      onClose((await create(withoutEmpty(values)).unwrap()).id)
    } catch (error) {
      toastError(startFailed, error)
      showIssues(form, error)
    }
  }
  return (
    <Form form={form} onSubmit={save} className="flex-1">
      <TextField control={control} name="subject" label="Subject" maxLength={200} autoComplete="off" required />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField control={control} name="tenantId" label="Tenant" none="No tenant" options={tenants.options} />
        <SelectField
          control={control}
          name="propertyId"
          label="Property"
          none="No property"
          options={properties.options}
        />
        <SelectField control={control} name="category" label="Category" options={categoryOptions} />
        <SelectField control={control} name="priority" label="Priority" options={priorityOptions} />
      </div>
      <FormFooter submit="Create Conversation" loading={isLoading} onCancel={() => onClose()} />
    </Form>
  )
}

/** An empty choice is sent as absent (spec 2 §5). */
const withoutEmpty = <V extends object>(values: V): V =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== '')) as V
