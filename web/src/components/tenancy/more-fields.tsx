import { ChevronDown } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { cn } from '~/lib/cn.ts'
import { DateField, MoneyField, TextField } from '../form/fields.tsx'
import { type TenantFormApi } from './tenant-form.ts'

/** Details that are rarely known when a tenant is added: behind a button. */
export function MoreFields({
  form: { control },
  open,
  onToggle,
}: {
  form: TenantFormApi
  open: boolean
  onToggle: () => void
}) {
  const block = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(open)
  useEffect(() => {
    // Scrolls the opened fields into view.
    if (open && !wasOpen.current) block.current?.scrollIntoView({ behavior: 'smooth', block: 'start' })
    wasOpen.current = open
  }, [open])
  return (
    <div ref={block} className="border-t border-line pt-4">
      <button
        type="button"
        aria-expanded={open}
        onClick={onToggle}
        className="flex min-h-9 w-full items-center gap-2 rounded-md text-left phone:min-h-11"
      >
        <span className="flex-1">
          <span className="font-semibold tracking-tight">More details</span>
          <span className="block text-sm text-muted">Date of birth, employment, emergency contact</span>
        </span>
        <ChevronDown aria-hidden className={cn('size-4 text-muted transition-[rotate]', open && 'rotate-180')} />
      </button>
      {open && (
        <div className="mt-4 grid items-start gap-4 sm:grid-cols-2">
          <DateField control={control} name="dateOfBirth" label="Date of Birth" optional />
          <TextField control={control} name="employerName" label="Employer" autoComplete="off" optional />
          <MoneyField control={control} name="monthlyIncome" label="Monthly Income" optional />
          <TextField
            control={control}
            name="emergencyContactName"
            label="Emergency Contact Name"
            autoComplete="off"
            optional
          />
          <TextField
            control={control}
            name="emergencyContactPhone"
            label="Emergency Contact Phone"
            type="tel"
            autoComplete="off"
            optional
          />
        </div>
      )}
    </div>
  )
}
