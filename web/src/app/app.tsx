import { lazy, Suspense, use, useDeferredValue, useEffect, useState } from 'react'
import { useSelector } from 'react-redux'
import { Navigate, Route, Routes, useLocation } from 'react-router-dom'
import { useCurrentUserQuery } from '~/api/accounts.ts'
import { useRole, useSession } from '~/api/client/session.ts'
import { DocumentTitle } from '~/components/ui/page-header.tsx'
import { PageSpinner } from '~/components/ui/spinner.tsx'
import { ErrorState } from '~/components/ui/states.tsx'
import { siteLook } from '~/lib/branding.ts'
import { goToOf } from '~/lib/go-to.ts'
import { paths } from '~/lib/paths.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { PortalRedirect } from './portal-redirect.tsx'
import { protectedPaths, publicScreens, screensFor, shell } from './router.ts'
import { ScreenPage } from './screen-page.tsx'
import { landing } from './screens.ts'
import type { RootState } from './store.ts'
import { useSessionEnd } from './use-session-end.ts'

const Toaster = lazy(() =>
  import('~/components/ui/toaster.tsx').then(({ Toaster: component }) => ({ default: component })),
)

/** Decides what is shown: by session, address and role. */
export function App() {
  const { status: now } = useSession()
  // The first page is rendered in pieces, so that a phone stays responsive. Later pages are shown at once.
  const isOpening = useDeferredValue(now === 'unknown')
  const status = isOpening ? 'unknown' : now
  const { isError, error, refetch } = useCurrentUserQuery(undefined, { skip: now !== 'unknown' })
  useSessionEnd()
  const [wasSignedIn, setWasSignedIn] = useState(false)
  if (status === 'signed-in' && !wasSignedIn) setWasSignedIn(true)

  return (
    <ErrorBoundary>
      <DocumentTitle />
      <Suspense fallback={<PageSpinner />}>
        {now === 'unknown' && isError && (
          <ErrorState error={error} title="Keyhold could not be loaded" onRetry={() => void refetch()} />
        )}
        {((status === 'unknown' && !(now === 'unknown' && isError)) || status === 'lost') && <PageSpinner />}
        {status === 'signed-out' && <SignedOut hasLeft={wasSignedIn} />}
        {(status === 'signed-in' || status === 'leaving') && <SignedIn />}
      </Suspense>
      <LazyToaster />
    </ErrorBoundary>
  )
}

const toSignIn = <Navigate to={paths.login} replace />

/** `hasLeft`: they were signed in on this page a moment ago. */
function SignedOut({ hasLeft }: { hasLeft: boolean }) {
  return (
    <Routes>
      {/* A landlord's own host has no page about Keyhold, and nobody signs up there. */}
      <Route path={paths.home} element={siteLook ? toSignIn : <ScreenPage screen={landing} />} />
      {siteLook && <Route path={paths.signup} element={toSignIn} />}
      {publicScreens.map((screen) => (
        <Route key={screen.path} path={screen.path} element={<ScreenPage screen={screen} />} />
      ))}
      {protectedPaths
        .filter((path) => path !== paths.tenantPortal)
        .map((path) => (
          <Route key={path} path={path} element={toSignIn} />
        ))}
      <Route path={paths.tenantPortal} element={<PortalRedirect hasLeft={hasLeft} />} />
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

// Not for signed-in users.
const signInPaths: readonly string[] = [paths.login, paths.signup]

function SignedIn() {
  const { state } = useLocation()
  const role = useRole()
  // A public page that the role also has inside the frame is shown there.
  const { Shell } = shell.now() ?? use(shell.wait())
  const open = publicScreens.filter(({ path }) => !screensFor[role].some((framed) => framed.path === path))
  return (
    <Routes>
      {open.map((screen) => (
        <Route
          key={screen.path}
          path={screen.path}
          element={
            signInPaths.includes(screen.path) ? <Navigate to={goToOf(state)} replace /> : <ScreenPage screen={screen} />
          }
        />
      ))}
      <Route path="*" element={<Shell />} />
    </Routes>
  )
}

const touches = ['pointerdown', 'keydown', 'focusin'] as const

/** Toasts follow user actions, so their code is loaded on the first interaction, or with the first message. */
function LazyToaster() {
  const isWaiting = useSelector((state: RootState) => state.toast.current !== null)
  const [isTouched, setTouched] = useState(false)
  useEffect(() => {
    const touched = () => setTouched(true)
    for (const touch of touches) addEventListener(touch, touched, { once: true, capture: true })
    return () => {
      for (const touch of touches) removeEventListener(touch, touched, { capture: true })
    }
  }, [])
  return (
    (isTouched || isWaiting) && (
      <Suspense>
        <Toaster />
      </Suspense>
    )
  )
}
