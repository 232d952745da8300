import { type Document, updateDocument } from '@keyhold/contracts/properties/documents'
import { useUpdateDocumentMutation } from '~/api/documents.ts'
import { usePropertyChoices } from '~/api/properties.ts'
import { useTenantChoices } from '~/api/tenants.ts'
import { TextField } from '~/components/form/fields.tsx'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { SelectField } from '~/components/form/select-field.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { Dialog } from '~/components/ui/dialog.tsx'
import { toast, toastError } from '~/lib/toast.ts'
import { documentToasts } from '~/texts/documents.ts'
import { categoryOptions } from '../words.ts'

/** Renames, sorts and links a document. */
export function EditDialog({ document, onClose }: { document: Document; onClose: () => void }) {
  const [save, { isLoading }] = useUpdateDocumentMutation()
  const properties = usePropertyChoices()
  const tenants = useTenantChoices()
  const { fileName, category, propertyId, tenantId } = document
  const form = useZodForm(updateDocument.body, {
    defaultValues: { fileName, category, propertyId: propertyId ?? '', tenantId: tenantId ?? '' },
  })
  const submit = async (changes: ReturnType<typeof updateDocument.body.parse>) => {
    try {
      await save({ id: document.id, ...changes }).unwrap()
      toast({ variant: 'success', title: 'Document updated' })
      onClose()
    } catch (error) {
      if (!showIssues(form, error)) toastError(documentToasts.saveFailed, error)
    }
  }
  return (
    <Dialog onClose={onClose} title="Edit document">
      <Form form={form} onSubmit={submit} className="flex-1">
        <TextField control={form.control} name="fileName" label="File name" required />
        <SelectField control={form.control} name="category" label="Category" options={categoryOptions} />
        <SelectField
          control={form.control}
          name="propertyId"
          label="Property"
          options={properties.options}
          none="No property"
          optional
        />
        <SelectField
          control={form.control}
          name="tenantId"
          label="Tenant"
          hint="Tenants can see documents linked to them."
          options={tenants.options}
          none="No tenant"
          optional
        />
        <FormFooter submit="Save changes" loading={isLoading} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
