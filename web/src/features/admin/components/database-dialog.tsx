import { type AdminLandlord } from '@keyhold/contracts/identity/admin-accounts'
import { DatabaseForm } from '@keyhold/contracts/identity/landlord-databases'
import { useState } from 'react'
import { useCreateDatabaseMutation } from '~/api/landlord-databases.ts'
import { TextField } from '~/components/form/fields.tsx'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { Dialog } from '~/components/ui/dialog.tsx'
import { toast, toastError } from '~/lib/toast.ts'
import { failures, successes } from '~/texts/admin.ts'
import { databaseNameFor } from '../words.ts'
import { LandlordPicker } from './landlord-picker.tsx'

const Name = DatabaseForm.pick({ databaseName: true })

/** Creates a database for one landlord: the given one, or one found by search. */
export function DatabaseDialog({ landlord: given, onClose }: { landlord?: AdminLandlord; onClose: () => void }) {
  const [landlord, setLandlord] = useState<AdminLandlord | null>(given ?? null)
  const [create, { isLoading }] = useCreateDatabaseMutation()
  const form = useZodForm(Name, { defaultValues: { databaseName: given ? databaseNameFor(given.email) : '' } })

  const pick = (next: AdminLandlord | null) => {
    setLandlord(next)
    // A typed name is not replaced.
    if (next && !form.formState.dirtyFields.databaseName) form.reset({ databaseName: databaseNameFor(next.email) })
  }

  const save = async ({ databaseName }: { databaseName: string }) => {
    if (!landlord) return
    try {
      await create({ landlordId: landlord.id, databaseName }).unwrap()
      toast({
        variant: 'success',
        title: successes.databaseCreated,
        description: `${databaseName} is inactive until the records of ${landlord.email} are moved there.`,
      })
      onClose()
    } catch (error) {
      toastError(failures.creation, error)
      showIssues(form, error)
    }
  }

  return (
    <Dialog
      onClose={onClose}
      title="Create Database"
      description="A database for one landlord’s records only. It stays inactive until the records are moved there."
    >
      <Form form={form} onSubmit={save} className="flex-1">
        <LandlordPicker landlord={landlord} onPick={pick} />
        <TextField
          control={form.control}
          name="databaseName"
          label="Database Name"
          hint="3 to 63 lower-case letters, digits and underscores, starting with a letter."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <FormFooter submit="Create Database" loading={isLoading} disabled={!landlord} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
