import { InvitationForm, type InvitationCreated } from '@keyhold/contracts/tenancy/invitations'
import { line, phone } from '@keyhold/contracts/scalars'
import { z } from '@keyhold/contracts/zod'
import { useZodForm } from '../form/use-zod-form.ts'

export type InvitationValues = z.output<typeof InvitationForm>
export type Invited = z.output<typeof InvitationCreated>
/** Prefilled fields. */
export type Invitee = Partial<
  Record<'email' | 'phone' | 'firstName' | 'lastName' | 'propertyId' | 'unitId', string | null>
>

/** The dashboard's invitation is always sent as a text, so it needs a number and a name. */
const SmsInvitationForm = InvitationForm.extend({
  firstName: line(100, 'First name is required'),
  lastName: line(100, 'Last name is required'),
  phone,
  sendSMS: z.boolean().default(true),
})

export function useInvitationForm({ invitee, bySms }: { invitee?: Invitee; bySms: boolean }) {
  // The output of the stricter form is valid input of the looser one.
  const schema = (bySms ? SmsInvitationForm : InvitationForm) as typeof InvitationForm
  return useZodForm(schema, {
    defaultValues: {
      email: invitee?.email ?? '',
      phone: invitee?.phone ?? '',
      firstName: invitee?.firstName ?? '',
      lastName: invitee?.lastName ?? '',
      propertyId: invitee?.propertyId ?? '',
      unitId: invitee?.unitId ?? '',
      message: '',
      sendSMS: bySms || Boolean(invitee?.phone),
    },
  })
}

export type InvitationFormApi = ReturnType<typeof useInvitationForm>
