import { lazy, Suspense, useEffect, useState } from 'react'
import { useDispatch } from 'react-redux'
import { Route, Routes, useLocation } from 'react-router-dom'
import { useCurrentUserQuery } from '~/api/accounts.ts'
import { useRole, useSession } from '~/api/client/session.ts'
import { subscribeToStream } from '~/api/client/stream.ts'
import { ConfirmProvider } from '~/components/ui/confirm.tsx'
import { PageSpinner } from '~/components/ui/spinner.tsx'
import { prepareInstall } from '~/lib/install.ts'
import { ErrorBoundary } from '../error-boundary.tsx'
import { ModeProvider } from '../mode.tsx'
import { NotFoundPage } from '../not-found-page.tsx'
import { controlRoom, screensFor } from '../router.ts'
import { ScreenPage } from '../screen-page.tsx'
import { PhoneBar, PhoneHeader } from './phone-nav.tsx'
import { Sidebar } from './sidebar.tsx'

// Not urgent, so loaded after the page.
const ProofBanner = lazy(() => import('~/components/alerts/proof-banner.tsx'))
// For accounts that need a second factor and have none.
const RequiredFactor = lazy(() => import('~/features/account/components/required-factor.tsx'))
// For tenants.
const PortalLook = lazy(() => import('~/components/portal/portal-look.tsx'))
const EmergencyWatch = lazy(() => import('~/components/alerts/emergency-watch.tsx'))

/** The frame around every page behind sign-in. */
export function Shell() {
  const { pathname } = useLocation()
  const dispatch = useDispatch()
  // Keeps the user's record current: plan and limits change while one works.
  useCurrentUserQuery()
  const { lacksSecondFactor = false } = useSession()
  const role = useRole()
  useEffect(prepareInstall, [])
  useEffect(() => (lacksSecondFactor ? undefined : subscribeToStream(dispatch)), [dispatch, lacksSecondFactor])

  return (
    <ModeProvider>
      <ConfirmProvider>
        {role === 'tenant' && (
          <Suspense>
            <PortalLook />
          </Suspense>
        )}
        <ScrollToTop key={pathname} />
        <RouteAnnouncer pathname={pathname} />
        <a
          href="#content"
          className="sr-only z-100 rounded-md bg-pine px-4 py-2 font-medium text-on-pine focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
        >
          Skip to content
        </a>
        <div className="min-h-dvh lg:grid lg:grid-cols-[15.5rem_minmax(0,1fr)]">
          <Sidebar />
          <div className="flex min-w-0 flex-col">
            <PhoneHeader />
            <main
              id="content"
              tabIndex={-1}
              className="mx-auto w-full max-w-7xl flex-1 px-4 pt-5 pb-28 outline-none md:px-8 md:pt-8 lg:pb-16"
            >
              <ErrorBoundary resetKey={pathname}>
                {!lacksSecondFactor && <Emergencies />}
                <Suspense fallback={<PageSpinner />}>{lacksSecondFactor ? <RequiredFactor /> : <Pages />}</Suspense>
              </ErrorBoundary>
            </main>
          </div>
          <PhoneBar />
        </div>
      </ConfirmProvider>
    </ModeProvider>
  )
}

/** Every page opens at its top. */
function ScrollToTop() {
  useEffect(() => {
    // Not as an expression: newer browsers return a promise, which React would take for a cleanup.
    scrollTo(0, 0)
  }, [])
  return null
}

/** For landlords: what to confirm, and the emergencies that tenants report. */
function Emergencies() {
  const role = useRole()
  if (role === 'tenant') return null
  return (
    <Suspense>
      <ProofBanner />
      <EmergencyWatch />
    </Suspense>
  )
}

/** Announces the new page's title to screen readers. */
function RouteAnnouncer({ pathname }: { pathname: string }) {
  const [said, setSaid] = useState({ title: '', pathname })
  useEffect(() => {
    // The page sets its title a moment after the address changed.
    const timer = setTimeout(
      () => setSaid((before) => (before.pathname === pathname ? before : { title: document.title, pathname })),
      400,
    )
    return () => clearTimeout(timer)
  }, [pathname])
  return <output className="sr-only">{said.title}</output>
}

function Pages() {
  const role = useRole()
  return (
    <Routes>
      {screensFor[role].map((screen) => (
        <Route key={screen.path} path={screen.path} element={<ScreenPage screen={screen} />} />
      ))}
      <Route path={controlRoom.path} element={<ScreenPage screen={controlRoom} />} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  )
}
