import type { MaintenanceRequest } from '@keyhold/contracts/maintenance/requests'
import { useState } from 'react'
import { messageOf } from '~/api/client/problem.ts'
import { usePropertyChoices } from '~/api/properties.ts'
import { useCreateMaintenanceMutation, useUpdateMaintenanceMutation } from '~/api/requests.ts'
import { useTenantChoices } from '~/api/tenants.ts'
import { DateField, MoneyField, TextareaField, TextField } from '~/components/form/fields.tsx'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { SelectField } from '~/components/form/select-field.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { PendingPhotos } from '~/components/maintenance/pending-photos.tsx'
import { useSendPhotos } from '~/components/maintenance/uploads.ts'
import { useConfirm } from '~/components/ui/confirm.tsx'
import { Dialog } from '~/components/ui/dialog.tsx'
import { toast } from '~/lib/toast.ts'
import { startingValues, vendorFields, withoutEmpty, withOwn } from '../form.ts'
import { cancelQuestion } from '../use-status.ts'
import { categoryOptions, priorityOptions, statusOptions } from '../words.ts'
import { VendorFields } from './vendor-fields.tsx'
import { FieldGroup } from './field-group.tsx'
import { RequestForm } from './request-form.ts'

type Values = ReturnType<typeof RequestForm.parse>

interface Props {
  /** The one to edit; without it a new one is opened. */
  request?: MaintenanceRequest | undefined
  /** The property of a new request. */
  propertyId?: string | undefined
  onClose: () => void
}

/** Opens a request, with or without a tenant, or edits everything about one. */
export function RequestDialog(props: Props) {
  const { request, onClose } = props
  return (
    <Dialog
      onClose={onClose}
      title={request ? 'Edit request' : 'New Request'}
      description={request ? undefined : 'A repair or other task. Choose a tenant only if it concerns one.'}
    >
      <Fields {...props} />
    </Dialog>
  )
}

function Fields({ request, propertyId, onClose }: Props) {
  const properties = usePropertyChoices()
  const { tenants, options: tenantOptions } = useTenantChoices()
  const [create, creating] = useCreateMaintenanceMutation()
  const [update, updating] = useUpdateMaintenanceMutation()
  const [photos, setPhotos] = useState<File[]>([])
  const sendPhotos = useSendPhotos('landlord')
  const confirm = useConfirm()
  const form = useZodForm(RequestForm, { defaultValues: startingValues(request, propertyId) })
  const { control } = form

  const send = async ({ status, vendor, vendorName, vendorContact, ...fields }: Values) => {
    const sent = withoutEmpty({ ...fields, ...vendorFields({ vendor, vendorName, vendorContact }) }, request)
    // A new request without a property gets that of its tenant.
    const home = fields.propertyId ?? tenants.find((tenant) => tenant.id === fields.tenantId)?.propertyId
    if (request) return update({ id: request.id, ...sent, status }).unwrap()
    const made = await create({
      ...sent,
      title: fields.title,
      description: fields.description,
      ...(home ? { propertyId: home } : {}),
    }).unwrap()
    sendPhotos(made.id, photos)
    return made
  }

  const save = async (values: Values) => {
    if (
      request &&
      values.status === 'cancelled' &&
      request.status !== 'cancelled' &&
      !(await confirm(cancelQuestion(request)))
    )
      return
    try {
      await send(values)
      toast({
        variant: 'success',
        title: request ? 'Maintenance request updated' : 'Maintenance request created',
        description: values.title,
      })
      onClose()
    } catch (error) {
      showIssues(form, error)
      const what = request ? 'Failed to update maintenance request' : 'Failed to create maintenance request'
      toast({ variant: 'destructive', title: 'Error', description: `${what}: ${messageOf(error)}` })
    }
  }

  return (
    <Form form={form} onSubmit={save} className="flex-1">
      <TextField control={control} name="title" label="Title" placeholder="Kitchen tap drips" required />
      <TextareaField control={control} name="description" label="Description" rows={4} required />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          control={control}
          name="propertyId"
          label="Property"
          none="No property"
          options={withOwn(properties.options, request?.propertyId, request?.propertyName)}
        />
        <SelectField
          control={control}
          name="tenantId"
          label="Tenant"
          none="No tenant"
          options={withOwn(tenantOptions, request?.tenantId, request?.tenantName)}
        />
        <SelectField control={control} name="category" label="Category" options={categoryOptions(request?.category)} />
        <SelectField control={control} name="priority" label="Priority" options={priorityOptions} />
        {request && (
          <SelectField
            control={control}
            name="status"
            label="Status"
            options={statusOptions}
            className="sm:col-span-2"
          />
        )}
      </div>
      <FieldGroup title="Cost and schedule">
        <MoneyField control={control} name="estimatedCost" label="Estimated cost" optional />
        <MoneyField control={control} name="actualCost" label="Actual cost" optional />
        <DateField control={control} name="scheduledDate" label="Scheduled date" optional />
        <DateField control={control} name="completedDate" label="Completed date" optional />
      </FieldGroup>
      <VendorFields form={form} request={request} />
      {/* Photos of an existing request are added in its details. */}
      {!request && <PendingPhotos files={photos} onChange={setPhotos} />}
      <FormFooter
        submit={request ? 'Save changes' : 'Create request'}
        loading={creating.isLoading || updating.isLoading}
        onCancel={onClose}
      />
    </Form>
  )
}
