import { type Look, useLook } from '~/lib/branding.ts'
import { cn } from '~/lib/cn.ts'

/** The logo: a house whose door is a keyhole. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className={cn('shrink-0', className ?? 'size-7')}>
      <rect width="32" height="32" rx="8" fill="#14573f" />
      <path d="M16 5.5 26.5 14v10.5a2 2 0 0 1-2 2h-17a2 2 0 0 1-2-2V14Z" fill="#f7f3ea" />
      <path
        d="M16 13.2a3.4 3.4 0 0 1 1.7 6.34l.9 4.06a.6.6 0 0 1-.58.73h-4.04a.6.6 0 0 1-.58-.73l.9-4.06A3.4 3.4 0 0 1 16 13.2Z"
        fill="#14573f"
      />
    </svg>
  )
}

/** Logo and name: the landlord's own in the portal of one who has a look of their own. */
export function Logo({ className }: { className?: string }) {
  const look = useLook()
  if (look?.logo || look?.name) return <OwnLogo name={look.name} logo={look.logo} className={className} />
  return (
    <span className={cn('flex items-center gap-2.5', className)}>
      <LogoMark />
      <span className="text-lg font-semibold tracking-tight">Keyhold</span>
    </span>
  )
}

/** A landlord's logo, or else their name. `isOnDark`: the ground is dark whatever the page's theme. */
export function OwnLogo({
  name,
  logo,
  isOnDark = false,
  className,
}: Pick<Look, 'name' | 'logo'> & { isOnDark?: boolean; className?: string | undefined }) {
  return (
    <span className={cn('flex min-w-0 items-center gap-2.5', className)}>
      {logo ? (
        <img
          src={logo.url}
          width={logo.width}
          height={logo.height}
          alt={name ?? 'Logo'}
          className={cn(
            'max-h-9 w-auto max-w-40 rounded-sm object-contain',
            // Most logos are made for paper.
            isOnDark ? 'bg-[#fff] p-1' : 'dark:bg-[#fff] dark:p-1',
          )}
        />
      ) : (
        <span className="truncate text-lg font-semibold tracking-tight">{name}</span>
      )}
    </span>
  )
}
