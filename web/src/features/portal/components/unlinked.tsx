import { DoorClosed } from 'lucide-react'
import { useUser } from '~/api/client/session.ts'
import { Card } from '~/components/ui/card.tsx'
import { CopyButton } from '~/components/ui/copy-button.tsx'
import { fullName } from '~/lib/format.ts'
import { PortalHeader } from './portal-header.tsx'

/** For an account that is not linked to a tenant record: what is missing, and what to do. */
export function Unlinked() {
  const user = useUser()
  return (
    <>
      <PortalHeader name={fullName(user)} />
      <Card className="mx-auto max-w-2xl px-6! py-8! md:px-10! md:py-10!">
        <div className="mb-5 grid size-12 place-items-center rounded-lg bg-pine-soft text-pine">
          <DoorClosed aria-hidden className="size-5.5" />
        </div>
        <h2 className="text-xl font-semibold tracking-tight">Your account isn’t linked to a home yet</h2>
        <p className="mt-2 text-muted">
          Your rent, your requests and your lease appear here once your landlord has invited you. Only an invitation
          links an account to a home, so that nobody else can see yours.
        </p>
        <ol className="mt-6 grid gap-5">
          <Step number={1} title="Ask your landlord for an invitation">
            <span className="mt-2 flex flex-wrap items-center gap-3">
              <span>
                to <strong className="font-medium break-all text-ink">{user.email}</strong>
              </span>
              <CopyButton text={user.email} label="Copy address" />
            </span>
          </Step>
          <Step number={2} title="Open the link in the invitation">
            It comes by email or text message and works for 7 days. Register with the password you already use here.
          </Step>
          <Step number={3} title="Sign in again">
            Sign out here first. Everything about your home will then appear here.
          </Step>
        </ol>
      </Card>
    </>
  )
}

function Step({ number, title, children }: { number: number; title: string; children: React.ReactNode }) {
  return (
    <li className="flex gap-4">
      <span
        aria-hidden
        className="figures grid size-7 shrink-0 place-items-center rounded-full bg-sunken text-sm font-semibold dark:bg-raised"
      >
        {number}
      </span>
      <div className="pt-0.5">
        <p className="font-semibold">{title}</p>
        <div className="text-muted">{children}</div>
      </div>
    </li>
  )
}
