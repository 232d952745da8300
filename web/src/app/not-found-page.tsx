import { Link } from 'react-router-dom'
import { LogoMark } from '~/components/logo.tsx'
import { Button } from '~/components/ui/button.tsx'
import { DocumentTitle } from '~/components/ui/page-header.tsx'
import { paths } from '~/lib/paths.ts'
import { notFoundTitle } from '~/texts/session.ts'

/** For unknown addresses, and for addresses that this role does not have. */
export function NotFoundPage() {
  return (
    <div className="mx-auto flex min-h-[70dvh] max-w-md flex-col items-center justify-center px-6 text-center">
      <DocumentTitle title={notFoundTitle} />
      <LogoMark className="size-10" />
      <h1 className="mt-6 text-3xl font-semibold tracking-tight">{notFoundTitle}</h1>
      <p className="mt-2 text-muted">
        There is no page at this address. It may have moved, or the link may be incomplete.
      </p>
      <Button asChild className="mt-6">
        <Link to={paths.home}>Go home</Link>
      </Button>
    </div>
  )
}
