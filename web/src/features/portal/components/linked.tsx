import type { ReactNode } from 'react'
import { useTenantProfileQuery } from '~/api/tenants.ts'
import { PageSpinner } from '~/components/ui/spinner.tsx'
import { ErrorState } from '~/components/ui/states.tsx'
import type { Profile } from '../words.ts'
import { Unlinked } from './unlinked.tsx'

/** Shows a tenant's page if their account is linked to a tenant record; else says what to do. */
export function Linked({ children }: { children: (profile: Profile) => ReactNode }) {
  const { data: profile, isLoading, error, refetch } = useTenantProfileQuery()
  if (profile) return children(profile)
  if (isLoading) return <PageSpinner />
  if (error) return <ErrorState error={error} title="Your portal could not be loaded" onRetry={() => void refetch()} />
  return <Unlinked />
}
