import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { messageOf } from '~/api/client/problem.ts'
import { useCreateTenantMaintenanceMutation } from '~/api/tenant-requests.ts'
import { RadioCardsField } from '~/components/form/choice-fields.tsx'
import { TextareaField, TextField } from '~/components/form/fields.tsx'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { SelectField } from '~/components/form/select-field.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { HazardSteps } from '~/components/maintenance/hazard-steps.tsx'
import { PendingPhotos } from '~/components/maintenance/pending-photos.tsx'
import { useSendPhotos } from '~/components/maintenance/uploads.ts'
import { Dialog } from '~/components/ui/dialog.tsx'
import { Callout } from '~/components/ui/states.tsx'
import { toast } from '~/lib/toast.ts'
import { portalRules, screenRules, urgencyOptions, type NewRequest } from '../request-rules.ts'
import { WordsSuggest } from './words-suggest.tsx'

interface Props {
  /** Which rules apply: the portal's or the maintenance screen's. */
  on: 'portal' | 'screen'
  onClose: () => void
}

/** A tenant tells the landlord what is broken. */
export default function NewRequestDialog({ on, onClose }: Props) {
  return (
    <Dialog
      onClose={onClose}
      title={on === 'portal' ? 'Submit New Request' : 'New Request'}
      description="Your landlord is notified right away."
    >
      <Fields on={on} onClose={onClose} />
    </Dialog>
  )
}

function Fields({ on, onClose }: Props) {
  const rules = on === 'portal' ? portalRules : screenRules
  const [submit, { isLoading }] = useCreateTenantMaintenanceMutation()
  const form = useZodForm(rules.schema, {
    defaultValues: {
      title: '',
      description: '',
      category: rules.category as NewRequest['category'],
      priority: 'medium',
    },
  })
  const { control } = form
  const { title = '', description = '', category = 'general', priority = 'medium' } = useWatch({ control })
  const [photos, setPhotos] = useState<File[]>([])
  const sendPhotos = useSendPhotos('tenant')

  const send = async (values: NewRequest) => {
    try {
      const made = await submit(values).unwrap()
      // The request exists by now: a failed photo is retried in the list, and the request is not created twice.
      sendPhotos(made.id, photos)
      toast({ variant: 'success', ...rules.submitted })
      onClose()
    } catch (error) {
      showIssues(form, error)
      toast({ variant: 'destructive', ...rules.failed(messageOf(error)) })
    }
  }

  return (
    <Form form={form} onSubmit={send} className="flex-1">
      <TextField control={control} name="title" label="Title" placeholder="Kitchen tap drips" required />
      <TextareaField
        control={control}
        name="description"
        label="Description"
        hint="Where it is, when it started, and what you have tried."
        rows={4}
        required
      />
      <HazardSteps text={`${title}. ${description}`} />
      <WordsSuggest
        report={{ title, description, category, priority }}
        rules={rules}
        onAccept={(chosen) => {
          const options = { shouldDirty: true, shouldValidate: true }
          if (chosen.category) form.setValue('category', chosen.category, options)
          if (chosen.priority) form.setValue('priority', chosen.priority, options)
        }}
      />
      <SelectField
        control={control}
        name="category"
        label="Category"
        placeholder="Choose a category"
        options={rules.categories}
        required={on === 'screen'}
      />
      <RadioCardsField control={control} name="priority" label="Urgency" options={urgencyOptions} />
      {priority === 'emergency' && (
        <Callout tone="danger" title="Is anyone in danger?">
          In a fire, a gas leak or a flood, leave and call 911 first.
        </Callout>
      )}
      <PendingPhotos files={photos} onChange={setPhotos} />
      <FormFooter submit="Submit Request" loading={isLoading} onCancel={onClose} />
    </Form>
  )
}
