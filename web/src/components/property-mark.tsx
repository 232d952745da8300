import type { PropertyType } from '@keyhold/contracts/properties/property-forms'
import { BedSingle, Building, Building2, Columns2, DoorClosed, House, type LucideIcon } from 'lucide-react'
import { cn } from '~/lib/cn.ts'

const icons: Record<PropertyType, LucideIcon> = {
  apartment: Building2,
  house: House,
  condo: Building,
  townhouse: DoorClosed,
  studio: BedSingle,
  duplex: Columns2,
}
const sizes = { md: 'size-10 [&_svg]:size-4.5', lg: 'size-14 [&_svg]:size-6.5' } as const

/** What kind of home it is, as a picture; decorative, say the type beside it. */
export function PropertyMark({
  type,
  size = 'md',
  className,
}: {
  type: PropertyType
  size?: keyof typeof sizes
  className?: string
}) {
  const Icon = icons[type]
  return (
    <span
      aria-hidden
      className={cn('grid shrink-0 place-items-center rounded-lg bg-pine-soft text-pine', sizes[size], className)}
    >
      <Icon strokeWidth={1.75} />
    </span>
  )
}
