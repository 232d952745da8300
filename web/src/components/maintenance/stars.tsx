import { Star } from 'lucide-react'
import { cn } from '~/lib/cn.ts'

const all = [1, 2, 3, 4, 5]

/** A rating, 1 to 5. */
export const Stars = ({ rating }: { rating: number }) => (
  <span className="inline-flex gap-0.5">
    <span className="sr-only">{rating} of 5 stars</span>
    {all.map((nth) => (
      <Star
        key={nth}
        aria-hidden
        className={cn('size-4', nth <= rating ? 'fill-brass-mark text-brass-mark' : 'text-control')}
      />
    ))}
  </span>
)

/** The choice of a rating, by mouse, finger and arrow keys. */
export function StarChoice({
  value,
  onChange,
  legend = 'How was the work?',
  name = 'rating',
}: {
  value: number
  onChange: (rating: number) => void
  legend?: string
  /** Tells two choices of one page apart. */
  name?: string
}) {
  return (
    <fieldset className="flex gap-1">
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      {all.map((nth) => (
        <label
          key={nth}
          className="cursor-pointer rounded-md p-1.5 has-focus-visible:outline-2 has-focus-visible:outline-pine"
        >
          <input
            type="radio"
            name={name}
            value={nth}
            checked={value === nth}
            onChange={() => onChange(nth)}
            className="sr-only"
          />
          <span className="sr-only">{nth === 1 ? '1 star' : `${nth} stars`}</span>
          <Star
            aria-hidden
            className={cn('size-7', nth <= value ? 'fill-brass-mark text-brass-mark' : 'text-control')}
          />
        </label>
      ))}
    </fieldset>
  )
}
