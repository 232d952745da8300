import type { LoginSession } from '@keyhold/contracts/identity/sessions'
import { Laptop, Smartphone } from 'lucide-react'
import { totalOf } from '~/api/client/calls-of.ts'
import { useEndOtherSessionsMutation, useEndSessionMutation, useListSessionsInfiniteQuery } from '~/api/sessions.ts'
import { PagedList } from '~/components/paged-list.tsx'
import { Badge } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { useConfirm } from '~/components/ui/confirm.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { ago, dateTime, plural } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { useStepUp } from './use-step-up.tsx'
import { deviceOf, isHandheld } from '../device.ts'

const fail = (error: unknown) => toastError('Failed to sign out', error)

// The others as they come: newest first.
const thisDeviceFirst = (sessions: LoginSession[]) => sessions.toSorted((a, b) => Number(b.current) - Number(a.current))

/** The user's sessions, with buttons to end them. */
export function SessionsCard() {
  const list = useListSessionsInfiniteQuery({ limit: 25 })
  const confirm = useConfirm()
  const [endOthers, ending] = useEndOtherSessionsMutation()
  const { run, prompt } = useStepUp({ eitherWorks: true })
  const total = totalOf(list.data) ?? 0

  const signOutElsewhere = async () => {
    if (
      !(await confirm({
        title: 'Sign out everywhere else?',
        description: 'All other browsers and devices will have to sign in again.',
        confirmLabel: 'Sign out',
      }))
    )
      return
    await run(async () => {
      const { ended } = await endOthers().unwrap()
      const description = `${plural(ended, 'session')} ended.`
      toast({ variant: 'success', title: 'Signed out everywhere else', description })
    }, fail)
  }

  return (
    <SectionCard title="Where you are signed in" padded={false}>
      <PagedList list={list} compact showsCount={false}>
        {(sessions, loading) =>
          loading ? (
            <RowSkeletons count={2} />
          ) : (
            <ul className="divide-y divide-line border-t border-line empty:hidden">
              {thisDeviceFirst(sessions).map((session) => (
                <SessionRow key={session.id} session={session} />
              ))}
            </ul>
          )
        }
      </PagedList>
      {total > 1 && (
        <div className="border-t border-line px-5 py-4">
          <Button
            variant="secondary"
            loading={ending.isLoading}
            onClick={() => void signOutElsewhere()}
            className="phone:w-full"
          >
            Sign out everywhere else
          </Button>
        </div>
      )}
      {prompt}
    </SectionCard>
  )
}

function SessionRow({ session: { id, current, userAgent, ip, startedAt, lastUsedAt } }: { session: LoginSession }) {
  const [end, { isLoading }] = useEndSessionMutation()
  const { run, prompt } = useStepUp({ eitherWorks: true })
  const device = deviceOf(userAgent)
  const Icon = isHandheld(userAgent) ? Smartphone : Laptop

  const signOut = () =>
    run(async () => {
      await end({ id }).unwrap()
      toast({ variant: 'success', title: 'Signed out', description: `${device} will have to sign in again.` })
    }, fail)

  return (
    <li className="flex items-center gap-4 px-5 py-3.5">
      <Icon aria-hidden className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium" title={userAgent ?? undefined}>
          {device}
          {current && <Badge tone="success">This device</Badge>}
        </p>
        <p className="text-sm text-muted">
          {ip && <span className="figures">{ip} · </span>}
          {current ? 'Active now' : `Last used ${ago(lastUsedAt)}`}
        </p>
        <p className="text-sm text-muted">Signed in {dateTime(startedAt)}</p>
      </div>
      {!current && (
        <Button
          size="sm"
          variant="secondary"
          loading={isLoading}
          onClick={() => void signOut()}
          aria-label={`Sign out ${device}`}
        >
          Sign out
        </Button>
      )}
      {prompt}
    </li>
  )
}
