import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { siteLook } from '~/lib/branding.ts'
import { cn } from '~/lib/cn.ts'

const promises = ['14 days with everything included', 'No credit card, no setup fees', 'Cancel anytime']

/** A form beside a deep green panel with what Keyhold promises; the form alone on phones. `level` is that of its heading. */
export function AuthFrame({
  title,
  intro,
  children,
  footer,
}: {
  title: string
  intro?: ReactNode
  children: ReactNode
  footer?: ReactNode
}) {
  return (
    <div
      className={cn(
        'mx-auto grid w-full max-w-6xl flex-1 content-start gap-10 px-4 py-8 md:px-8 md:py-14',
        !siteLook && 'lg:grid-cols-[minmax(0,30rem)_minmax(0,1fr)] lg:gap-20',
      )}
    >
      <div className="mx-auto w-full max-w-120">
        <h1 className="text-2xl font-semibold tracking-tight md:text-3xl">{title}</h1>
        {intro && <p className="mt-2 text-muted">{intro}</p>}
        <div className="mt-7">{children}</div>
        {footer && <div className="mt-6 text-muted">{footer}</div>}
      </div>
      {!siteLook && <Promises />}
    </div>
  )
}

/** On the site's own host: visitors of a landlord's host are tenants already. */
function Promises() {
  return (
    <aside className="sticky top-24 hidden h-128 self-start overflow-hidden rounded-xl bg-night p-10 text-on-night lg:flex lg:flex-col lg:justify-end">
      <KeyholeMotif />
      <p className="relative max-w-sm text-3xl font-semibold tracking-tight text-balance">
        The quiet way to run rentals.
      </p>
      <p className="relative mt-3 max-w-sm text-lg text-on-night-muted">
        Rent that adds up, requests that get done, and every key accounted for.
      </p>
      <ul className="relative mt-8 grid gap-2.5">
        {promises.map((promise) => (
          <li key={promise} className="flex items-center gap-2.5">
            <Check aria-hidden className="size-4 text-brass-mark" strokeWidth={2.5} />
            {promise}
          </li>
        ))}
      </ul>
    </aside>
  )
}

/** The logo's keyhole, large and in outline. */
function KeyholeMotif() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 400 400"
      fill="none"
      stroke="currentColor"
      className="absolute -top-14 -right-16 w-92 [mask-image:linear-gradient(black_55%,transparent_92%)] text-on-night/20"
    >
      <path d="M200 20 380 165v180a35 35 0 0 1-35 35H55a35 35 0 0 1-35-35V165Z" strokeWidth="1.5" />
      <path d="M200 58 352 180v160a16 16 0 0 1-16 16H64a16 16 0 0 1-16-16V180Z" strokeWidth="1.5" />
      <path
        d="M200 150a56 56 0 0 1 28 104.5l15 67a10 10 0 0 1-9.600 12h-66.800a10 10 0 0 1-9.600-12l15-67A56 56 0 0 1 200 150Z"
        strokeWidth="1.5"
      />
      <path
        d="M200 172a34 34 0 0 1 15 64.500l13 73h-56l13-73A34 34 0 0 1 200 172Z"
        className="fill-brass-mark/25"
        strokeWidth="1.5"
      />
    </svg>
  )
}
