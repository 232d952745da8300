import { useState } from 'react'
import { isApiError, messageOf } from '~/api/client/problem.ts'
import { useCreateInvitationMutation } from '~/api/invitations.ts'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { copyText } from '~/lib/copy-text.ts'
import { toast } from '~/lib/toast.ts'
import { invitationFailed, invitationSent } from '~/texts/tenants.ts'
import { Form, showIssues } from '../form/form.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useInvitationForm, type InvitationValues, type Invited, type Invitee } from './invitation-form.ts'
import { InviteFields } from './invite-fields.tsx'
import { InviteResult } from './invite-result.tsx'

export interface InviteDialogProps {
  /** `sms`: the dashboard's, which always texts; `link`: texts if asked. */
  by: 'sms' | 'link'
  invitee?: Invitee
  onClose: () => void
}

/** Invites someone to the tenant portal, then shows the link: it can't be shown again. */
export function InviteDialog({ by, invitee, onClose }: InviteDialogProps) {
  const [invited, setInvited] = useState<Invited>()
  const [round, setRound] = useState(0)
  return (
    <Dialog
      onClose={onClose}
      title={invited ? 'Invitation created' : by === 'sms' ? 'SMS Invite Tenant' : 'Invite Tenant'}
      description={invited ? undefined : 'They get a link to register and to set a password for their portal.'}
    >
      {invited ? (
        <InviteResult
          invited={invited}
          onClose={onClose}
          onAnother={() => {
            setInvited(undefined)
            setRound(round + 1)
          }}
        />
      ) : (
        <InviteForm
          key={round}
          bySms={by === 'sms'}
          invitee={round === 0 ? invitee : undefined}
          onInvited={setInvited}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

function InviteForm({
  bySms,
  invitee,
  onInvited,
  onClose,
}: {
  bySms: boolean
  invitee?: Invitee
  onInvited: (invited: Invited) => void
  onClose: () => void
}) {
  const form = useInvitationForm({ invitee, bySms })
  const [invite, { isLoading }] = useCreateInvitationMutation()

  const send = async (values: InvitationValues) => {
    try {
      const invited = await invite({ ...values, sendSMS: Boolean(values.phone) && values.sendSMS }).unwrap()
      announce(invited, await copyText(invited.inviteLink))
      onInvited(invited)
    } catch (error) {
      showIssues(form, error)
      const said = isApiError(error) ? messageOf(error) : bySms ? invitationFailed.otherwise : messageOf(error)
      toast({ variant: 'destructive', title: bySms ? invitationFailed.title : 'Invitation Failed', description: said })
    }
  }

  return (
    <Form form={form} onSubmit={send} className="flex-1">
      <InviteFields form={form} bySms={bySms} />
      <FormFooter submit={bySms ? 'Send SMS Invitation' : 'Send Invitation'} loading={isLoading} onCancel={onClose} />
    </Form>
  )
}

function announce({ smsStatus, smsError }: Invited, isCopied: boolean): void {
  const copied = isCopied ? 'The invitation link was copied to your clipboard.' : ''
  if (smsStatus === 'failed')
    toast({
      variant: 'destructive',
      title: invitationSent(smsStatus),
      description: [smsError, 'Note: SMS sending failed, but link is available.'].filter(Boolean).join(' '),
    })
  else
    toast({
      variant: 'success',
      title: invitationSent(smsStatus),
      ...(copied ? { description: copied } : {}),
    })
}
