import type { AdminProperty } from '@keyhold/contracts/properties/admin-properties'
import { useUpdateAnyPropertyMutation } from '~/api/admin-properties.ts'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { PropertyFields } from '~/components/property/property-fields.tsx'
import { usePropertyForm, type PropertyValues } from '~/components/property/property-form.ts'
import { Dialog } from '~/components/ui/dialog.tsx'
import { toast, toastError } from '~/lib/toast.ts'
import { failures } from '~/texts/admin.ts'
import { propertyToasts } from '~/texts/properties.ts'

/** Edits a landlord's property; its owner does not change. */
export function EditPropertyDialog({ property, onClose }: { property: AdminProperty; onClose: () => void }) {
  return (
    <Dialog
      onClose={onClose}
      size="lg"
      title="Edit Property"
      description={`Landlord: ${property.landlordName}, ${property.landlordEmail}`}
    >
      <Fields property={property} onClose={onClose} />
    </Dialog>
  )
}

const complain = () => toast({ variant: 'destructive', ...propertyToasts.invalid })

function Fields({ property, onClose }: { property: AdminProperty; onClose: () => void }) {
  const form = usePropertyForm(property)
  const [update, { isLoading }] = useUpdateAnyPropertyMutation()

  const save = async (values: PropertyValues) => {
    try {
      await update({ id: property.id, landlordId: property.landlordId, ...values }).unwrap()
      toast({
        variant: 'success',
        title: propertyToasts.updated,
        description: `${property.name}, of ${property.landlordEmail}`,
      })
      onClose()
    } catch (error) {
      showIssues(form, error)
      toastError(failures.update, error)
    }
  }

  return (
    <Form form={form} onSubmit={save} onInvalid={complain} className="flex-1 gap-6!">
      <PropertyFields form={form} property={property} />
      <FormFooter submit="Update" loading={isLoading} onCancel={onClose} />
    </Form>
  )
}
