import { PageHeader } from '~/components/ui/page-header.tsx'
import { CardSkeletons } from '~/components/ui/skeleton.tsx'

export function Component() {
  return (
    <>
      <PageHeader title="Tenant" />
      <CardSkeletons />
    </>
  )
}
