import { MailCheck, Smartphone } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import {
  useConfirmPhoneMutation,
  useGetProofsQuery,
  useProveEmailMutation,
  useProvePhoneMutation,
} from '~/api/accounts.ts'
import { useUser } from '~/api/client/session.ts'
import { useWaitingMessagesQuery } from '~/api/deliveries.ts'
import { Button } from '~/components/ui/button.tsx'
import { Input } from '~/components/ui/input.tsx'
import { Callout } from '~/components/ui/states.tsx'
import { plural } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'

/** Asks a landlord to confirm e-mail address and phone number, and says what waits for it. Nothing where no proof is asked. */
export default function ProofBanner() {
  const { data: proofs } = useGetProofsQuery()
  if (proofs?.email === 'needed') return <EmailProof isLocal={proofs.isLocal} />
  if (proofs?.phone === 'needed') return <PhoneProof isLocal={proofs.isLocal} />
  return null
}

function Waiting() {
  const proof = useWaitingMessagesQuery().data?.proof ?? 0
  return proof > 0 ? <> {plural(proof, 'message')} waiting.</> : null
}

const outbox = (
  <a href="/dev/outbox" target="_blank" rel="noreferrer" className="font-medium text-pine underline underline-offset-2">
    Open the local outbox
  </a>
)

function EmailProof({ isLocal }: { isLocal: boolean }) {
  const { email } = useUser()
  const [prove, { isLoading }] = useProveEmailMutation()
  const send = async () => {
    try {
      await prove().unwrap()
      toast({ variant: 'success', title: 'Link sent', description: `Open the link we emailed to ${email}.` })
    } catch (error) {
      toastError('The link could not be sent', error)
    }
  }
  return (
    <Callout
      tone="warning"
      className="mb-5"
      icon={<MailCheck aria-hidden />}
      title="Confirm your email address"
      action={
        <Button size="sm" variant="secondary" loading={isLoading} onClick={() => void send()}>
          Send the link again
        </Button>
      }
    >
      We emailed a link to {email}. Invitations and messages are sent once you have opened it.
      <Waiting /> {isLocal && <>Emails are not sent from this machine. {outbox} to find the link.</>}
    </Callout>
  )
}

function PhoneProof({ isLocal }: { isLocal: boolean }) {
  const { phone } = useUser()
  const [prove, proving] = useProvePhoneMutation()
  const [confirm, confirming] = useConfirmPhoneMutation()
  const [isSent, setSent] = useState(false)
  const send = async () => {
    try {
      await prove().unwrap()
      setSent(true)
    } catch (error) {
      toastError('The code could not be sent', error)
    }
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { code } = Object.fromEntries(new FormData(event.currentTarget)) as { code: string }
    try {
      await confirm({ code }).unwrap()
      toast({ variant: 'success', title: 'Phone number confirmed' })
    } catch (error) {
      toastError('The code was not accepted', error)
    }
  }
  return (
    <Callout
      tone="info"
      className="mb-5"
      icon={<Smartphone aria-hidden />}
      title="Confirm your phone number to send texts"
      action={
        <Button size="sm" variant="secondary" loading={proving.isLoading} onClick={() => void send()}>
          {isSent ? 'Send another code' : 'Text me a code'}
        </Button>
      }
    >
      {isSent ? (
        <form onSubmit={(event) => void submit(event)} className="flex flex-wrap items-center gap-2">
          <label htmlFor="phone-code">Code sent to {phone}</label>
          <Input id="phone-code" name="code" inputMode="numeric" autoComplete="one-time-code" className="w-28" />
          <Button size="sm" type="submit" loading={confirming.isLoading}>
            Confirm
          </Button>
          {isLocal && outbox}
        </form>
      ) : (
        <>
          Texts to your tenants are held until then.
          <Waiting />
        </>
      )}
    </Callout>
  )
}
