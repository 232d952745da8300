import { type AdminLandlord } from '@keyhold/contracts/identity/admin-accounts'
import { DatabaseForm } from '@keyhold/contracts/identity/landlord-databases'
import { useState } from 'react'
import { messageOf } from '~/api/client/problem.ts'
import { TextField } from '~/components/form/fields.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { Button } from '~/components/ui/button.tsx'
import { Dialog, DialogFooter } from '~/components/ui/dialog.tsx'
import { toast } from '~/lib/toast.ts'
import { failures, successes } from '~/texts/admin.ts'
import { useCreateDatabaseMutation } from '~/api/landlord-databases.ts'
import { databaseNameFor } from '../words.ts'
import { LandlordPicker } from './landlord-picker.tsx'

const Name = DatabaseForm.pick({ databaseName: true })

/** Makes a database for one landlord: the one given, or one searched for. */
export function DatabaseDialog({ landlord: given, onClose }: { landlord?: AdminLandlord; onClose: () => void }) {
  const [landlord, setLandlord] = useState<AdminLandlord | null>(given ?? null)
  const [create, { isLoading }] = useCreateDatabaseMutation()
  const form = useZodForm(Name, { defaultValues: { databaseName: given ? databaseNameFor(given.email) : '' } })

  const pick = (next: AdminLandlord | null) => {
    setLandlord(next)
    // A name that somebody typed stays.
    if (next && !form.formState.dirtyFields.databaseName) form.reset({ databaseName: databaseNameFor(next.email) })
  }

  const save = async ({ databaseName }: { databaseName: string }) => {
    if (!landlord) return
    try {
      await create({ landlordId: landlord.id, databaseName }).unwrap()
      toast({
        variant: 'success',
        title: successes.databaseCreated,
        description: `${databaseName} is ready for ${landlord.email}.`,
      })
      onClose()
    } catch (error) {
      toast({ variant: 'destructive', title: failures.creation, description: messageOf(error) })
      showIssues(form, error)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Create Database"
      description="A database for one landlord's records alone. It stays inactive until they are moved there."
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
        <DialogFooter>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isLoading} disabled={!landlord}>
            Create Database
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}
