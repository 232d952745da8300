import { lazy, Suspense, useEffect, useState } from 'react'
import { Navigate, Route, Routes } from 'react-router-dom'
import { useCurrentUserQuery, useSession } from '~/api/session.ts'
import { DocumentTitle } from '~/components/ui/page-header.tsx'
import { PageSpinner } from '~/components/ui/spinner.tsx'
import { ErrorState } from '~/components/ui/states.tsx'
import { paths } from '~/lib/paths.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { PortalDoor } from './portal-door.tsx'
import { landing, loadShell, protectedPaths, publicScreens } from './router.tsx'
import { useSessionEnd } from './use-session-end.ts'

const Shell = lazy(() => loadShell().then(({ Shell: component }) => ({ default: component })))
const Toaster = lazy(() => import('~/components/ui/toaster.tsx').then(({ Toaster: component }) => ({ default: component })))

/** Decides what one sees: who is signed in, which address, which role. */
export function App() {
  const { status } = useSession()
  const { isError, error, refetch } = useCurrentUserQuery(undefined, { skip: status !== 'unknown' })
  useSessionEnd()
  const [wasSignedIn, setWasSignedIn] = useState(false)
  if (status === 'signed-in' && !wasSignedIn) setWasSignedIn(true)

  return (
    <ErrorBoundary>
      <DocumentTitle />
      <Suspense fallback={<PageSpinner />}>
        {status === 'unknown' && isError && <ErrorState error={error} title="Keyhold could not be loaded" onRetry={() => void refetch()} />}
        {status === 'unknown' && !isError && <PageSpinner />}
        {status === 'signed-out' && <SignedOut hasLeft={wasSignedIn} />}
        {(status === 'signed-in' || status === 'lost') && <SignedIn />}
      </Suspense>
      <LateToaster />
    </ErrorBoundary>
  )
}

/** `hasLeft`: they were signed in on this page a moment ago. */
function SignedOut({ hasLeft }: { hasLeft: boolean }) {
  return (
    <Routes>
      <Route path={paths.home} element={<landing.Component />} />
      {publicScreens.map(({ path, Component }) => (
        <Route key={path} path={path} element={<Component />} />
      ))}
      {protectedPaths
        .filter((path) => path !== paths.tenantPortal)
        .map((path) => (
          <Route key={path} path={path} element={<Navigate to={paths.login} replace />} />
        ))}
      <Route path={paths.tenantPortal} element={<PortalDoor hasLeft={hasLeft} />} />
      <Route
        path="*"
        element={
          <main>
            <NotFoundPage />
          </main>
        }
      />
    </Routes>
  )
}

// Someone signed in has no use for these.
const signInPaths: readonly string[] = [paths.login, paths.signup]

function SignedIn() {
  return (
    <Routes>
      {publicScreens.map(({ path, Component }) => (
        <Route key={path} path={path} element={signInPaths.includes(path) ? <Navigate to={paths.home} replace /> : <Component />} />
      ))}
      <Route path="*" element={<Shell />} />
    </Routes>
  )
}

/** Toasts can wait until the page stands; nothing is lost, since the message stays in the store until shown. */
function LateToaster() {
  const [ready, setReady] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), 300)
    return () => clearTimeout(timer)
  }, [])
  return (
    ready && (
      <Suspense>
        <Toaster />
      </Suspense>
    )
  )
}
