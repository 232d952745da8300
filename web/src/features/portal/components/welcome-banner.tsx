import { CreditCard, Wrench } from 'lucide-react'
import { Button } from '~/components/ui/button.tsx'

/** Greets the tenant, and offers the two things one comes here for. */
export function WelcomeBanner({
  firstName,
  home,
  onPay,
  onRequest,
}: {
  firstName: string
  home: string | undefined
  onPay: () => void
  onRequest: (() => void) | undefined
}) {
  return (
    <section
      aria-label="Welcome"
      className="mb-4 flex flex-wrap items-center gap-x-8 gap-y-5 rounded-xl bg-night px-5 py-6 text-on-night md:px-8 md:py-7 dark:border dark:border-line"
    >
      <div className="min-w-0 flex-1 basis-72">
        <h2 className="text-2xl font-semibold tracking-tight">Welcome, {firstName}!</h2>
        <p className="mt-1 text-on-night-muted">
          {home ? `Everything about ${home}, in one place: rent, repairs and your lease.` : 'Rent, repairs and your lease, in one place.'}
        </p>
      </div>
      <div className="flex flex-wrap gap-2 phone:w-full phone:*:flex-1">
        <Button icon={<CreditCard aria-hidden />} className="bg-on-night! text-night! hover:brightness-95" onClick={onPay}>
          Make Payment
        </Button>
        {onRequest && (
          <Button
            icon={<Wrench aria-hidden />}
            className="border border-on-night/35 bg-transparent! text-on-night! shadow-none! hover:bg-on-night/10!"
            onClick={onRequest}
          >
            Submit New Request
          </Button>
        )}
      </div>
    </section>
  )
}
