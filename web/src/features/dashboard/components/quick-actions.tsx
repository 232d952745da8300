import { Building2, MessageSquareText, UserPlus } from 'lucide-react'
import { ActionButton, ActionList } from '~/components/ui/action-list.tsx'
import type { Opening } from './dialogs.tsx'

export function QuickActions({ onOpen }: { onOpen: (opening: Opening) => void }) {
  return (
    <ActionList title="Quick Actions">
      <ActionButton icon={<Building2 aria-hidden />} label="Add Property" hint="Address, rent, rooms: done" onPress={() => onOpen('property')} />
      <ActionButton icon={<UserPlus aria-hidden />} label="Add Tenant" hint="With a lease, 12 payments are set up" onPress={() => onOpen('tenant')} />
      <ActionButton
        icon={<MessageSquareText aria-hidden />}
        label="SMS Invite Tenant"
        hint="A link to register, to their phone"
        onPress={() => onOpen('sms')}
      />
    </ActionList>
  )
}
