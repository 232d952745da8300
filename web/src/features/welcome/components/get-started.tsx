import { ArrowRight, Check } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Button } from '~/components/ui/button.tsx'
import { ProductGlimpse } from './product-glimpse.tsx'

// Below the first screen, and so fetched and drawn after it.
const MoreToSee = lazy(() => import('./more-to-see.tsx').then(({ MoreToSee: component }) => ({ default: component })))

const promises = ['14-day free trial', 'Full access', 'No credit card', 'No setup fees', 'Cancel anytime']

/** What Keyhold is, what it costs, and how to start. */
export function GetStarted({ onStart, onSignIn }: { onStart: () => void; onSignIn: () => void }) {
  return (
    <div>
      <section className="mx-auto grid max-w-7xl grid-cols-[minmax(0,1fr)] items-center gap-12 px-4 pt-12 pb-16 md:px-8 md:pt-20 md:pb-24 lg:grid-cols-[minmax(0,1.05fr)_minmax(0,1fr)] lg:gap-16">
        <div>
          <p className="text-sm font-semibold tracking-wide text-brass">Rental property management</p>
          <h1 className="mt-3 text-4xl font-semibold tracking-tight md:text-5xl">
            Every home, every tenant, every dollar: held in one place.
          </h1>
          <p className="mt-5 max-w-xl text-lg text-muted md:text-xl">
            Keyhold runs your rentals day to day. Know who has paid, what needs fixing and what comes next, from the
            first invitation to the last receipt.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <Button size="lg" onClick={onStart} className="phone:w-full">
              Start Free 14-Day Trial
              <ArrowRight aria-hidden />
            </Button>
            <Button size="lg" variant="secondary" onClick={onSignIn} className="phone:w-full">
              Sign in
            </Button>
          </div>
          <ul className="mt-7 flex flex-wrap gap-x-5 gap-y-2 text-sm text-muted">
            {promises.map((promise) => (
              <li key={promise} className="flex items-center gap-1.5">
                <Check aria-hidden className="size-4 text-pine" strokeWidth={2.4} />
                {promise}
              </li>
            ))}
          </ul>
        </div>
        <ProductGlimpse />
      </section>
      <Suspense fallback={<div className="min-h-dvh" />}>
        <MoreToSee onStart={onStart} />
      </Suspense>
    </div>
  )
}
