import { MailCheck } from 'lucide-react'
import { dayOf, fullName } from '~/lib/format.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { DialogFooter } from '../ui/dialog.tsx'
import { Input } from '../ui/input.tsx'
import { Callout } from '../ui/states.tsx'
import type { Invited } from './invitation-form.ts'

/** The outcome of an invitation, with its link to pass on. */
export function InviteResult({
  invited,
  onAnother,
  onClose,
}: {
  invited: Invited
  onAnother: () => void
  onClose: () => void
}) {
  const { email, phone, inviteLink, expiresAt, smsStatus, smsError, emailStatus } = invited
  return (
    <div className="grid flex-1 content-start gap-4">
      <div className="flex items-start gap-3">
        <span className="grid size-10 shrink-0 place-items-center rounded-lg bg-success-soft text-success">
          <MailCheck aria-hidden className="size-5" />
        </span>
        <div>
          <p className="font-medium">{fullName(invited)} is invited</p>
          <p className="text-muted">
            {emailStatus === 'sent' ? `Sent to ${email}` : `For ${email}`}
            {smsStatus === 'sent' && ` and texted to ${phone}`}. The link works once, until {dayOf(expiresAt)}.
          </p>
        </div>
      </div>
      {(emailStatus === 'waiting' || smsStatus === 'waiting') && (
        <Callout tone="warning" title="The invitation has not been sent yet">
          {smsError ??
            'It will be sent once you confirm your email address. Until then, you can share the link yourself.'}
        </Callout>
      )}
      {emailStatus === 'failed' && (
        <Callout tone="warning" title="The email could not be sent">
          Share the link yourself.
        </Callout>
      )}
      {smsStatus === 'failed' && (
        <Callout tone="warning" title="The text could not be sent">
          {smsError} Note: SMS sending failed, but link is available.
        </Callout>
      )}
      <div className="grid gap-1.5">
        <label htmlFor="invite-link" className="text-sm font-medium">
          Invitation link
        </label>
        <div className="flex gap-2">
          <Input
            id="invite-link"
            readOnly
            value={inviteLink}
            onFocus={(event) => event.target.select()}
            className="min-w-0 flex-1"
          />
          <CopyButton text={inviteLink} label="Copy link" size="md" />
        </div>
        <p className="text-sm text-muted">Share it only with your tenant. It is shown only once.</p>
      </div>
      <DialogFooter>
        <Button variant="secondary" onClick={onAnother}>
          Invite another
        </Button>
        <Button onClick={onClose}>Done</Button>
      </DialogFooter>
    </div>
  )
}
