import { Bot, Building2, MessageSquareText, ScrollText, TrendingUp, UserPlus } from 'lucide-react'
import { ActionButton, ActionLink, ActionList } from '~/components/ui/action-list.tsx'
import { paths } from '~/lib/paths.ts'
import { notBuiltYet } from '~/texts/unbuilt.ts'
import type { Opening } from './dialogs.tsx'

export function QuickActions({ onOpen }: { onOpen: (opening: Opening) => void }) {
  return (
    <ActionList title="Quick Actions">
      <ActionButton
        icon={<Building2 aria-hidden />}
        label="Add Property"
        hint="Address, rent and rooms"
        onPress={() => onOpen('property')}
      />
      <ActionButton
        icon={<UserPlus aria-hidden />}
        label="Add Tenant"
        hint="With a lease, 12 payments are created"
        onPress={() => onOpen('tenant')}
      />
      <ActionButton
        icon={<MessageSquareText aria-hidden />}
        label="SMS Invite Tenant"
        hint="Text them a link to register"
        onPress={() => onOpen('sms')}
      />
      <ActionLink to={paths.leases} icon={<ScrollText aria-hidden />} label="Generate Lease" hint={notBuiltYet} />
      <ActionLink
        to={paths.marketPricing}
        icon={<TrendingUp aria-hidden />}
        label="Market Analysis"
        hint={notBuiltYet}
      />
      <ActionLink to={paths.chat} icon={<Bot aria-hidden />} label="AI Assistant" />
    </ActionList>
  )
}
