import { CircleHelp } from 'lucide-react'
import { Popover as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from '~/lib/cn.ts'

/** A small button beside a figure that explains how it was computed. `of` names the figure for screen readers. */
export function Why({ of, className, children }: { of: string; className?: string; children: ReactNode }) {
  return (
    <Radix.Root>
      <Radix.Trigger
        aria-label={`Why this number? ${of}`}
        className={cn(
          'relative -m-1 inline-grid size-6 shrink-0 place-items-center rounded-full text-muted hover:text-ink focus-visible:outline-2 focus-visible:outline-pine [&_svg]:size-3.5',
          className,
        )}
      >
        <CircleHelp aria-hidden />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side="bottom"
          align="start"
          sideOffset={6}
          collisionPadding={12}
          aria-label={`How ${of} was calculated`}
          // Long answers are scrolled by the keyboard, too.
          tabIndex={0}
          className="z-50 grid max-h-[min(24rem,70dvh)] w-80 max-w-[calc(100vw-1.5rem)] gap-2 overflow-y-auto rounded-lg border border-line bg-surface p-4 text-left text-base font-normal shadow-float data-[state=open]:animate-fade-in dark:bg-raised"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** The formula in words, and its inputs. */
export function Formula({
  title,
  formula,
  inputs,
}: {
  title: string
  formula: string
  inputs?: readonly { label: string; value: string }[]
}) {
  return (
    <>
      <p className="font-semibold">{title}</p>
      <p className="figures text-muted">{formula}</p>
      {inputs && inputs.length > 0 && (
        <dl className="mt-1 grid gap-1 border-t border-line pt-2 text-sm">
          {inputs.map(({ label, value }) => (
            <div key={label} className="flex items-baseline justify-between gap-4">
              <dt className="text-muted">{label}</dt>
              <dd className="figures text-right">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}
