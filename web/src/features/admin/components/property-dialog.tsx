import type { AdminProperty } from '@keyhold/contracts/properties/admin-properties'
import { messageOf } from '~/api/client/problem.ts'
import { Form, showIssues } from '~/components/form/form.tsx'
import { PropertyFields } from '~/components/property/property-fields.tsx'
import { usePropertyForm, type PropertyValues } from '~/components/property/property-form.ts'
import { Button } from '~/components/ui/button.tsx'
import { Dialog, DialogFooter } from '~/components/ui/dialog.tsx'
import { toast } from '~/lib/toast.ts'
import { failures } from '~/texts/admin.ts'
import { propertyToasts } from '~/texts/properties.ts'
import { useUpdateAnyPropertyMutation } from '~/api/admin-properties.ts'

/** Edits a landlord's property; whose it is stays as it is. */
export function PropertyDialog({ property, onClose }: { property: AdminProperty; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
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
      toast({ variant: 'destructive', title: failures.update, description: messageOf(error) })
    }
  }

  return (
    <Form form={form} onSubmit={save} onInvalid={complain} className="flex-1 gap-6!">
      <PropertyFields form={form} />
      <DialogFooter>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isLoading}>
          Update
        </Button>
      </DialogFooter>
    </Form>
  )
}
