import { Link } from 'react-router-dom'
import { useGetBrandingQuery } from '~/api/branding.ts'
import { Button } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { paths } from '~/lib/paths.ts'

/** The way to the landlord's own look, and whether it applies. */
export function BrandingLinkCard() {
  const { data } = useGetBrandingQuery()
  const isSet = data && (data.name !== null || data.logo !== null || data.colors !== null || data.host !== null)
  return (
    <SectionCard
      title="Branding"
      description="Your own name, logo, colors and host name on your tenants’ portal, mails and receipts."
      action={
        <Button variant="secondary" size="sm" asChild>
          <Link to={paths.branding} aria-label="Open branding">
            Open
          </Link>
        </Button>
      }
    >
      {isSet && !data.isApplied && (
        <p className="text-sm text-warning">
          Kept, but not applied: your plan does not include it. With the Enterprise plan it applies again.
        </p>
      )}
    </SectionCard>
  )
}
