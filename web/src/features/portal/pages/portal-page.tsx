import { fullName } from '~/lib/format.ts'
import { Linked } from '../components/linked.tsx'
import { PortalHeader } from '../components/portal-header.tsx'
import { Portal } from '../components/portal.tsx'

/** `/` and `/tenant-portal` of a tenant. */
export function Component() {
  return (
    <Linked>
      {(profile) => (
        <Portal profile={profile} header={(count) => <PortalHeader name={fullName(profile)} openRequests={count} />} />
      )}
    </Linked>
  )
}
