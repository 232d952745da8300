import type { Property } from '@keyhold/contracts/properties/properties'
import { useUser } from '~/api/client/session.ts'
import { useCreatePropertyMutation, useUpdatePropertyMutation } from '~/api/properties.ts'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { FormGroup } from '~/components/form/form-group.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { PropertyFields } from '~/components/property/property-fields.tsx'
import { usePropertyForm, type PropertyValues } from '~/components/property/property-form.ts'
import { Dialog } from '~/components/ui/dialog.tsx'
import { Field } from '~/components/ui/field.tsx'
import { Input } from '~/components/ui/input.tsx'
import { fullName } from '~/lib/format.ts'
import { toast } from '~/lib/toast.ts'
import { propertyNotSaved, propertyToasts } from '~/texts/properties.ts'
import { PhotoManager } from './photo-manager.tsx'

/** Adds a property, or edits one. */
export function PropertyDialog({ property, onClose }: { property?: Property; onClose: () => void }) {
  return (
    <Dialog onClose={onClose} size="lg" title={property ? 'Edit Property' : 'Add New Property'}>
      <Fields property={property} onClose={onClose} />
    </Dialog>
  )
}

const complain = () => toast({ variant: 'destructive', ...propertyToasts.invalid })

function Fields({ property, onClose }: { property?: Property; onClose: () => void }) {
  const form = usePropertyForm(property)
  const [create, creating] = useCreatePropertyMutation()
  const [update, updating] = useUpdatePropertyMutation()

  const save = async (values: PropertyValues) => {
    try {
      // Photos may have changed while the form was open, so the form does not send them.
      if (property) await update({ ...values, id: property.id, images: undefined }).unwrap()
      else await create(values).unwrap()
      toast({ variant: 'success', title: property ? propertyToasts.updated : propertyToasts.created })
      onClose()
    } catch (error) {
      showIssues(form, error)
      toast({
        variant: 'destructive',
        title: 'Error',
        description: propertyNotSaved(property ? 'update' : 'create', error),
      })
    }
  }

  return (
    <Form form={form} onSubmit={save} onInvalid={complain} className="flex-1 gap-6!">
      <PropertyFields form={form} property={property} />
      {property && (
        <>
          <FormGroup title="Photos" hint="Saved right away, separately from the fields above.">
            <PhotoManager property={property} className="sm:col-span-2" />
          </FormGroup>
          <Landlord />
        </>
      )}
      <FormFooter
        submit={property ? 'Update' : 'Add Property'}
        loading={creating.isLoading || updating.isLoading}
        onCancel={onClose}
      />
    </Form>
  )
}

/** The property's owner, read-only. */
function Landlord() {
  const user = useUser()
  return (
    <FormGroup title="Landlord">
      <Field label="Landlord Name">{(control) => <Input {...control} readOnly value={fullName(user)} />}</Field>
      <Field label="Landlord Email">{(control) => <Input {...control} readOnly value={user.email} />}</Field>
    </FormGroup>
  )
}
