import type { Conversation, Sender } from '@keyhold/contracts/messaging/conversations'
import { createContext, type ReactNode, use } from 'react'
import { useOwnLandlordQuery } from '~/api/tenant-profile.ts'
import type { View } from './view.ts'
import { nameOf, readersOf } from './words.ts'

const LandlordName = createContext<string | null>(null)

/** Lets a tenant read the landlord's name on messages; the other side knows it. */
export function Names({ view, children }: { view: View; children: ReactNode }) {
  const { data } = useOwnLandlordQuery(undefined, { skip: view !== 'tenant' })
  return <LandlordName value={data?.name ?? null}>{children}</LandlordName>
}

/** Who says a message, and who reads a conversation, to this reader. */
export function useNames(view: View) {
  const landlordName = use(LandlordName)
  return {
    name: (sender: Sender, { tenantName }: Pick<Conversation, 'tenantName'>) =>
      nameOf(sender, view, { tenantName, landlordName }),
    readers: (conversation: Pick<Conversation, 'tenantId' | 'tenantName'>) =>
      readersOf({ ...conversation, landlordName }, view),
  }
}
