import type { ChannelSwitch, HeldMessage } from '@keyhold/contracts/messaging/deliveries'
import type { z } from '@keyhold/contracts/zod'
import { MailCheck } from 'lucide-react'
import {
  useDropHeldMessageMutation,
  useListChannelSwitchesQuery,
  useListHeldMessagesInfiniteQuery,
  useReleaseHeldMessageMutation,
  useSwitchChannelMutation,
} from '~/api/deliveries.ts'
import { PagedCard } from '~/components/paged-list.tsx'
import { Button } from '~/components/ui/button.tsx'
import { useConfirm } from '~/components/ui/confirm.tsx'
import { DataTable, type Column } from '~/components/ui/data-table.tsx'
import { Callout, EmptyState } from '~/components/ui/states.tsx'
import { ago } from '~/lib/format.ts'
import { toastError } from '~/lib/toast.ts'

type Held = z.output<typeof HeldMessage>
type Switch = z.output<typeof ChannelSwitch>

const channelNames = { email: 'Email', sms: 'Text messages' } as const
const reasons = {
  proof: 'The landlord has not confirmed their address or number',
  limit: 'Text limit reached',
  'switched-off': 'Sending is paused',
} as const

const columns: readonly Column<Held>[] = [
  {
    key: 'landlord',
    header: 'Landlord',
    cell: ({ landlordEmail }) => <span className="font-medium wrap-anywhere">{landlordEmail ?? 'Unknown'}</span>,
  },
  { key: 'to', header: 'To', cell: ({ to }) => <span className="wrap-anywhere">{to ?? 'The landlord'}</span> },
  { key: 'message', header: 'Message', cell: ({ preview }) => <span className="wrap-anywhere">{preview}</span> },
  { key: 'held', header: 'Reason', cell: ({ held }) => reasons[held] },
  {
    key: 'since',
    header: 'Since',
    tablet: 'hidden',
    cell: ({ createdAt }) => <time dateTime={createdAt}>{ago(createdAt)}</time>,
  },
  { key: 'actions', header: 'Actions', phone: 'actions', cell: (message) => <Decide message={message} /> },
]

/** What was held back, and the switches that stop all sending for landlords. */
export function MessagesTab() {
  const { data: switches = [] } = useListChannelSwitchesQuery()
  const list = useListHeldMessagesInfiniteQuery({ limit: 25 })
  return (
    <div className="grid gap-5">
      <div className="grid gap-3 md:grid-cols-2">
        {switches.map((one) => (
          <ChannelCard key={one.channel} {...one} />
        ))}
      </div>
      <PagedCard list={list}>
        {(messages, loading) => (
          <DataTable
            caption="Held messages"
            columns={columns}
            rows={messages}
            rowKey={({ id }) => id}
            loading={loading}
            empty={<EmptyState icon={<MailCheck aria-hidden />} title="No held messages" />}
          />
        )}
      </PagedCard>
    </div>
  )
}

function ChannelCard({ channel, isOff }: Switch) {
  const confirm = useConfirm()
  const [change, { isLoading }] = useSwitchChannelMutation()
  const name = channelNames[channel]
  const turn = async () => {
    const goAhead = await confirm(
      isOff
        ? { title: `${name}: resume sending?`, description: 'Held messages are sent now.', confirmLabel: 'Resume' }
        : {
            title: `${name}: pause sending?`,
            description: 'Nothing is sent for any landlord until you resume. Password resets still go out.',
            confirmLabel: 'Pause',
            destructive: true,
          },
    )
    if (!goAhead) return
    const answer = await change({ channel, isOff: !isOff })
    if ('error' in answer) toastError('Failed to change sending', answer.error)
  }
  return (
    <Callout
      tone={isOff ? 'warning' : 'info'}
      title={name}
      action={
        <Button size="sm" variant={isOff ? 'primary' : 'secondary'} loading={isLoading} onClick={() => void turn()}>
          {isOff ? 'Resume sending' : 'Pause sending'}
        </Button>
      }
    >
      {isOff ? 'Paused for all landlords.' : 'Sending as usual.'}
    </Callout>
  )
}

function Decide({ message: { id } }: { message: Held }) {
  const [release, releasing] = useReleaseHeldMessageMutation()
  const [drop, dropping] = useDropHeldMessageMutation()
  const run = async (work: Promise<{ error?: unknown }>) => {
    const { error } = await work
    if (error) toastError('Failed to update the message', error)
  }
  return (
    <span className="flex flex-wrap gap-2">
      <Button size="sm" variant="secondary" loading={releasing.isLoading} onClick={() => void run(release({ id }))}>
        Send
      </Button>
      <Button size="sm" variant="secondary" loading={dropping.isLoading} onClick={() => void run(drop({ id }))}>
        Discard
      </Button>
    </span>
  )
}
