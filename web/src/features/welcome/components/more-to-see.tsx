import { FeatureCards } from './feature-cards.tsx'
import { Pricing } from './pricing.tsx'

/** What it does, what it costs, and how to start. */
export function MoreToSee({ onStart }: { onStart: () => void }) {
  return (
    <>
      <FeatureCards />
      <Pricing onStart={onStart} />
      <section className="bg-night text-on-night">
        <div className="mx-auto flex max-w-7xl flex-wrap items-center justify-between gap-8 px-4 py-14 md:px-8 md:py-16">
          <div className="max-w-xl">
            <h2 className="text-3xl font-semibold tracking-tight">See your own rentals in Keyhold by tonight.</h2>
            <p className="mt-2 text-lg text-on-night-muted">
              Add a property, invite its tenant, and the year&apos;s rents are set up.
            </p>
          </div>
          <button
            type="button"
            onClick={onStart}
            className="min-h-12 rounded-md bg-on-night px-6 font-semibold text-night hover:brightness-95 focus-visible:outline-on-night phone:w-full"
          >
            Start Free 14-Day Trial
          </button>
        </div>
      </section>
    </>
  )
}
