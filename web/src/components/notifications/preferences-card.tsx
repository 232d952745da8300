import type { NotificationPreferences } from '@keyhold/contracts/messaging/notification-preferences'
import type { NoticeTopic } from '@keyhold/contracts/messaging/notification-words'
import type { z } from '@keyhold/contracts/zod'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { useRole } from '~/api/client/session.ts'
import {
  useGetNotificationPreferencesQuery,
  useSaveNotificationPreferenceMutation,
} from '~/api/notification-preferences.ts'
import { useGetPushKeyQuery } from '~/api/notifications-push.ts'
import { SectionCard } from '~/components/ui/card.tsx'
import { Switch } from '~/components/ui/choices.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { Callout, ErrorState } from '~/components/ui/states.tsx'
import { toastError } from '~/lib/toast.ts'
import { canPush, DevicePush } from './device-push.tsx'
import { topicNames } from './words.ts'

type Preferences = z.output<typeof NotificationPreferences>
type Channel = 'email' | 'sms' | 'push'
const channelLabels = { email: 'Email', sms: 'Text', push: 'Push' } as const

/** On which channels the user may be told what. */
export function NotificationPreferencesCard() {
  const { data, error, refetch } = useGetNotificationPreferencesQuery()
  const place = useRef<HTMLDivElement>(null)
  const isWanted = useLocation().hash === '#notifications'
  const isThere = data !== undefined
  useEffect(() => {
    if (isWanted && isThere) place.current?.scrollIntoView({ block: 'start' })
  }, [isWanted, isThere])
  return (
    <div ref={place} id="notifications" className="scroll-mt-20">
      <SectionCard
        title="Notifications"
        description="Everything is listed behind the bell. Choose what may also be sent to you."
        padded={isThere}
      >
        {data ? (
          <Switches preferences={data} />
        ) : error ? (
          <ErrorState compact error={error} onRetry={() => void refetch()} />
        ) : (
          <RowSkeletons count={5} />
        )}
      </SectionCard>
    </div>
  )
}

function Switches({ preferences: { topics, email, sms } }: { preferences: Preferences }) {
  const isTenant = useRole() === 'tenant'
  const publicKey = useGetPushKeyQuery().data?.publicKey ?? null
  // Landlords get texts about emergencies only, which have a card of their own, and announce rather than are told.
  const channels = (['email', ...(isTenant ? ['sms'] : []), ...(publicKey ? ['push'] : [])] as Channel[]).map(
    (channel) => ({ channel, label: channelLabels[channel] }),
  )
  const shownTopics = topics.filter(({ topic }) => isTenant || topic !== 'announcements')
  return (
    <div className="grid gap-3 pt-2">
      <table className="w-full">
        <thead>
          <tr className="text-left text-sm text-muted">
            <th className="pb-2 font-medium">About</th>
            {channels.map(({ channel, label }) => (
              <th key={channel} className="w-20 pb-2 font-medium">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shownTopics.map((topic) => (
            <tr key={topic.topic} className="border-t border-line">
              <th scope="row" className="py-2.5 text-left font-medium">
                {topicNames[topic.topic]}
              </th>
              {channels.map(({ channel, label }) => (
                <td key={channel} className="py-2.5">
                  <Toggle topic={topic.topic} channel={channel} label={label} isOn={topic[channel]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-sm text-muted">
        Email goes to {email.address ?? 'no address yet'}
        {isTenant && sms.address
          ? `, texts to ${sms.address}. Reply STOP to a text to end all texts, START to allow them again.`
          : '.'}
        {!isTenant && ' Texts tell you of emergencies only; they are set under Emergency alerts.'}
        {isTenant && ' Your landlord sees when you switch something off.'}
      </p>
      {publicKey && canPush() && <DevicePush publicKey={publicKey} />}
      {email.problem && (
        <Callout tone="warning" title="Email cannot reach you">
          {email.problem}
        </Callout>
      )}
      {isTenant && sms.problem && sms.address && (
        <Callout tone="warning" title="Texts cannot reach you">
          {sms.problem}
        </Callout>
      )}
    </div>
  )
}

function Toggle({
  topic,
  channel,
  label,
  isOn,
}: {
  topic: NoticeTopic
  channel: Channel
  label: string
  isOn: boolean
}) {
  const [save, { isLoading, originalArgs }] = useSaveNotificationPreferenceMutation()
  const change = async (next: boolean) => {
    const answer = await save({ topic, channel, isOn: next })
    if ('error' in answer) toastError('Failed to save the notification settings', answer.error)
  }
  return (
    <Switch
      aria-label={`${topicNames[topic]} by ${label.toLowerCase()}`}
      checked={isLoading ? originalArgs?.isOn === true : isOn}
      disabled={isLoading}
      onCheckedChange={(next) => void change(next)}
    />
  )
}
