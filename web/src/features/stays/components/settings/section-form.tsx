import type { ShortTermRentalChanges, ShortTermRental } from '@keyhold/contracts/properties/stays/listings'
import type { ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useUpdateRentalMutation } from '~/api/listings.ts'
import { Form, showIssues } from '~/components/form/form.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Card } from '~/components/ui/card.tsx'
import { toast, toastError } from '~/lib/toast.ts'

/** A part of a listing's settings with its own button to save. */
export function SectionForm<I extends FieldValues, O extends Partial<ShortTermRentalChanges>>({
  rental,
  form,
  children,
}: {
  rental: ShortTermRental
  form: UseFormReturn<I, unknown, O>
  children: ReactNode
}) {
  const [update, { isLoading }] = useUpdateRentalMutation()
  const save = async (values: O) => {
    try {
      await update({ id: rental.id, ...values }).unwrap()
      toast({ variant: 'success', title: 'Listing saved', description: rental.listingName })
      form.reset(form.getValues())
    } catch (error) {
      showIssues(form, error)
      toastError('Failed to save the listing', error)
    }
  }
  return (
    <Card className="max-w-3xl">
      <Form form={form} onSubmit={save} className="gap-5">
        {children}
        <SaveBar loading={isLoading} />
      </Form>
    </Card>
  )
}

export const SaveBar = ({ loading }: { loading: boolean }) => (
  <div className="flex justify-end border-t border-line pt-4">
    <Button type="submit" loading={loading}>
      Save changes
    </Button>
  </div>
)
