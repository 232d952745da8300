import type { Tenant } from '@keyhold/contracts/tenancy/tenants'
import { useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { isApiError, messageOf } from '~/api/client/problem.ts'
import { useCreateInvitationMutation } from '~/api/invitations.ts'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { copyText } from '~/lib/copy-text.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { invitationFailed, invitationSent } from '~/texts/tenants.ts'
import { Form, showIssues } from '../form/form.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useInvitationForm, type InvitationValues, type Invited, type Invitee } from './invitation-form.ts'
import { InviteFields } from './invite-fields.tsx'
import { InviteResult } from './invite-result.tsx'
import { type Choice, joined } from './occupied-choice.tsx'
import { useOccupants } from './use-occupants.ts'

export interface InviteDialogProps {
  /** `sms`: the dashboard's, which always texts; `link`: texts if asked. */
  by: 'sms' | 'link'
  invitee?: Invitee
  /** A tenant who has a record already. */
  tenant?: Tenant
  onClose: () => void
}

/** Invites someone to the tenant portal, then shows the link: it can't be shown again. */
export function InviteDialog({ by, tenant, invitee = tenant, onClose }: InviteDialogProps) {
  const [invited, setInvited] = useState<Invited>()
  const [round, setRound] = useState(0)
  return (
    <Dialog
      onClose={onClose}
      title={invited ? 'Invitation created' : by === 'sms' ? 'SMS Invite Tenant' : 'Invite Tenant'}
      description={invited ? undefined : 'They’ll get a link to register and set a password for the tenant portal.'}
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
          tenant={round === 0 ? tenant : undefined}
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
  tenant,
  onInvited,
  onClose,
}: {
  bySms: boolean
  invitee?: Invitee
  tenant?: Tenant
  onInvited: (invited: Invited) => void
  onClose: () => void
}) {
  const form = useInvitationForm({ invitee, bySms })
  const [invite, { isLoading }] = useCreateInvitationMutation()

  const [email, propertyId, unitId] = useWatch({ control: form.control, name: ['email', 'propertyId', 'unitId'] })
  // Registration leaves a tenant in the home that their record has.
  const isHoused = tenant !== undefined && tenant.propertyId !== null && email === tenant.email
  const occupants = useOccupants(isHoused ? { propertyId: '', unitId: '' } : { propertyId, unitId }, undefined, '')
  // An answer applies only to the home that it was given for.
  const [answer, setAnswer] = useState<{ home: string; choice: Choice }>({ home: '', choice: '' })
  const choice = occupants.isAsked && answer.home === occupants.home ? answer.choice : ''
  const [missed, setMissed] = useState('')
  const question = useRef<HTMLDivElement>(null)

  const send = async (values: InvitationValues) => {
    if (occupants.failed) {
      toastError(invitationFailed.title, occupants.failed.error)
      return occupants.failed.retry()
    }
    if (occupants.isAsked && choice === '') {
      setMissed(occupants.home)
      question.current?.scrollIntoView({ block: 'center' })
      return
    }
    const tenancyId = joined(choice)
    const lives = { ...(tenancyId ? { tenancyId } : {}), separate: choice === 'own' }
    try {
      const invited = await invite({ ...values, ...lives, sendSMS: Boolean(values.phone) && values.sendSMS }).unwrap()
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
      <InviteFields
        form={form}
        bySms={bySms}
        occupants={occupants}
        question={{
          value: choice,
          onChange: (next) => setAnswer({ home: occupants.home, choice: next }),
          isMissed: choice === '' && missed !== '' && missed === occupants.home,
          ref: question,
        }}
      />
      <FormFooter
        submit={bySms ? 'Send SMS Invitation' : 'Send Invitation'}
        loading={isLoading || occupants.isAsking}
        onCancel={onClose}
      />
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
