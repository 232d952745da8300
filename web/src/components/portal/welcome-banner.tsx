import type { ReactNode } from 'react'
import { Button, type ButtonProps } from '~/components/ui/button.tsx'
import { cn } from '~/lib/cn.ts'

/** Greets the tenant and offers the main actions. Its children are BannerButtons. */
export function WelcomeBanner({
  firstName,
  home,
  children,
}: {
  firstName: string
  home: string | undefined
  children: ReactNode
}) {
  return (
    <section
      aria-label="Welcome"
      className="mb-4 flex flex-wrap items-center gap-x-8 gap-y-5 rounded-xl bg-night px-5 py-6 text-on-night md:px-8 md:py-7 dark:border dark:border-line"
    >
      <div className="min-w-0 flex-1 basis-72">
        <h2 className="text-2xl font-semibold tracking-tight">Welcome, {firstName}!</h2>
        <p className="mt-1 text-on-night-muted">
          {home
            ? `Everything about ${home} in one place: rent, repairs and your lease.`
            : 'Rent, repairs and your lease, in one place.'}
        </p>
      </div>
      <div className="flex flex-wrap gap-2 phone:w-full phone:*:flex-1">{children}</div>
    </section>
  )
}

/** A button on the banner's dark background; `main` is for the most common action. */
export function BannerButton({ main, className, ...props }: Omit<ButtonProps, 'variant'> & { main?: boolean }) {
  const look = main
    ? 'bg-on-night! text-night! hover:brightness-95'
    : 'border border-on-night/35 bg-transparent! text-on-night! shadow-none! hover:bg-on-night/10!'
  return <Button className={cn(look, className)} {...props} />
}
