import { invitationDays } from '@keyhold/contracts/tenancy/invitations'
import { useWatch } from 'react-hook-form'
import { useUser } from '~/api/client/session.ts'
import { fullName } from '~/lib/format.ts'
import type { InvitationFormApi } from './invitation-form.ts'

interface Words {
  landlordName: string
  firstName: string
  message: string
}

/** The text as the server will send it (tenancy's invitation-texts), with a placeholder for the link. */
export function smsText({ landlordName, firstName, message }: Words): string {
  const says = message
    ? `${landlordName}: ${message}`
    : `Hi${firstName ? ` ${firstName}` : ''}, ${landlordName} invites you to set up your tenant account.`
  return `${says} ${location.origin}/tenant-register?token=… This link expires in ${invitationDays} days. Reply STOP to opt out.`
}

/** The text message as the tenant will read it; shown once name and number are typed. */
export function SmsPreview({ form: { control } }: { form: InvitationFormApi }) {
  const landlordName = fullName(useUser())
  const [sendSMS, ...typed] = useWatch({ control, name: ['sendSMS', 'phone', 'firstName', 'message'] })
  const [phone, firstName, message] = typed.map((value) => (typeof value === 'string' ? value.trim() : '')) as [
    string,
    string,
    string,
  ]
  if (!sendSMS || !phone || (!firstName && !message)) return null
  return (
    <figure className="rounded-lg border border-line bg-sunken p-4">
      <figcaption className="mb-2 text-sm font-medium text-muted">SMS preview, to {phone}</figcaption>
      <p className="w-fit max-w-md rounded-xl rounded-bl-sm bg-pine px-3.5 py-2.5 break-words text-on-pine">
        {smsText({ landlordName, firstName, message })}
      </p>
    </figure>
  )
}
