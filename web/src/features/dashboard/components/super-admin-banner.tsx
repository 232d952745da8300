import { Settings2, ShieldCheck } from 'lucide-react'
import { Link } from 'react-router-dom'
import { Button } from '~/components/ui/button.tsx'
import { Callout } from '~/components/ui/states.tsx'
import { type Mode, modes } from '~/lib/modes.ts'
import { paths } from '~/lib/paths.ts'

const names: Record<Mode, string> = { admin: 'Admin', landlord: 'Landlord', tenant: 'Tenant' }

/** Tells a super admin whose records these are, with links to the other modes. */
export function SuperAdminBanner() {
  return (
    <Callout
      tone="info"
      icon={<ShieldCheck aria-hidden />}
      title="Super Admin Mode"
      className="mb-6"
      action={
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <nav aria-label="View as" className="flex flex-wrap items-center gap-1.5">
            <span aria-hidden className="mr-1 text-sm text-muted">
              View as
            </span>
            {modes.map(({ mode, home }) => (
              <Button key={mode} asChild size="sm" variant={mode === 'landlord' ? 'soft' : 'secondary'}>
                <Link to={home} aria-current={mode === 'landlord' ? 'page' : undefined}>
                  {names[mode]}
                </Link>
              </Button>
            ))}
          </nav>
          <Button asChild size="sm" variant="secondary">
            <Link to={paths.superAdminAt('settings')}>
              <Settings2 aria-hidden />
              Global Settings
            </Link>
          </Button>
        </div>
      }
    >
      You’re viewing the landlord screens with your own records, without a property limit.
    </Callout>
  )
}
