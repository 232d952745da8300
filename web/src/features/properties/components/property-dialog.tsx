import type { Property } from '@keyhold/contracts/properties'
import { useUser } from '~/api/session.ts'
import { Form, showIssues } from '~/components/form/form.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Dialog, DialogFooter } from '~/components/ui/dialog.tsx'
import { fullName } from '~/lib/format.ts'
import { toast } from '~/lib/toast.ts'
import { useCreatePropertyMutation, useUpdatePropertyMutation } from '../api.ts'
import { saveFailure } from '../words.ts'
import { PropertyFields } from './property-fields.tsx'
import { usePropertyForm, type PropertyValues } from './property-form.ts'

/** Adds a property, or edits one. */
export function PropertyDialog({ property, onClose }: { property?: Property; onClose: () => void }) {
  const user = useUser()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={property ? 'Edit Property' : 'Add New Property'}
      description={property ? `Landlord: ${fullName(user)}, ${user.email}` : undefined}
    >
      <Fields property={property} onClose={onClose} />
    </Dialog>
  )
}

const complain = () => toast({ variant: 'destructive', title: 'Validation Error', description: 'Please fix the form errors before submitting' })

function Fields({ property, onClose }: { property?: Property; onClose: () => void }) {
  const form = usePropertyForm(property)
  const [create, creating] = useCreatePropertyMutation()
  const [update, updating] = useUpdatePropertyMutation()

  const save = async (values: PropertyValues) => {
    try {
      if (property) await update({ id: property.id, ...values }).unwrap()
      else await create(values).unwrap()
      toast({ variant: 'success', title: property ? 'Property updated successfully' : 'Property created successfully' })
      onClose()
    } catch (error) {
      showIssues(form, error)
      toast({ variant: 'destructive', title: property ? 'Failed to update property' : 'Failed to create property', description: saveFailure(error) })
    }
  }

  return (
    <Form form={form} onSubmit={save} onInvalid={complain} className="flex-1 gap-6!">
      <PropertyFields form={form} />
      <DialogFooter>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={creating.isLoading || updating.isLoading}>
          {property ? 'Update' : 'Add Property'}
        </Button>
      </DialogFooter>
    </Form>
  )
}
