import type { Screening } from '@keyhold/contracts/ai/screening'
import type { Tenant } from '@keyhold/contracts/tenancy/tenants'
import { CircleCheck, CircleHelp, CircleX } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { messageOf } from '~/api/client/problem.ts'
import { useScreenTenantMutation } from '~/api/screening.ts'
import { Badge, type Tone } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Details } from '~/components/ui/details.tsx'
import { Dialog, DialogFooter } from '~/components/ui/dialog.tsx'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { Callout } from '~/components/ui/states.tsx'
import { dateTime, fullName, number, percent } from '~/lib/format.ts'
import { toast } from '~/lib/toast.ts'
import { screeningFailed } from '~/texts/tenants.ts'

const recommendations: Record<Screening['recommendation'], { label: string; tone: Tone }> = {
  approve: { label: 'No concerns found', tone: 'success' },
  review: { label: 'Look closer', tone: 'warning' },
  insufficient_data: { label: 'Not enough information', tone: 'neutral' },
}
const risks: Record<Screening['riskLevel'], Tone> = { low: 'success', medium: 'warning', high: 'danger' }
const marks = {
  met: <CircleCheck aria-label="Met" className="size-4 text-success" />,
  not_met: <CircleX aria-label="Not met" className="size-4 text-danger" />,
  unknown: <CircleHelp aria-label="Not known" className="size-4 text-muted" />,
}
const unknown = 'Not available'

/** A screening from the landlord's own records: evidence to weigh, not a decision. */
export function ScreeningDialog({ tenant, onClose }: { tenant: Tenant; onClose: () => void }) {
  const [screen, { data, isError }] = useScreenTenantMutation()
  const fail = useEffectEvent((error: unknown) => {
    toast({
      variant: 'destructive',
      title: screeningFailed.title,
      description: messageOf(error, screeningFailed.otherwise),
    })
    onClose()
  })
  useEffect(() => {
    const asked = screen({ id: tenant.id })
    void asked.unwrap().catch((error: unknown) => fail(error))
  }, [screen, tenant.id])
  return (
    <Dialog
      size="lg"
      onClose={onClose}
      title={`AI Screening: ${fullName(tenant)}`}
      description="This is advice; you decide."
    >
      {data ? <Result screening={data} /> : !isError && <Skeleton className="h-72 w-full" />}
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
      </DialogFooter>
    </Dialog>
  )
}

function Result({ screening }: { screening: Screening }) {
  const {
    recommendation,
    riskLevel,
    confidence,
    summary,
    factors,
    creditInfo,
    rentalHistory,
    notice,
    dataSource,
    screenedAt,
  } = screening
  const { label, tone } = recommendations[recommendation]
  return (
    <div className="grid gap-6 pb-6">
      <div className="grid gap-2">
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone={tone}>{label}</Badge>
          <Badge tone={risks[riskLevel]}>{`${riskLevel.charAt(0).toUpperCase()}${riskLevel.slice(1)} risk`}</Badge>
          <span className="text-sm text-muted">{percent(confidence)} confidence</span>
        </p>
        <p>{summary}</p>
      </div>
      <section aria-labelledby="factors" className="grid gap-2">
        <h3 id="factors" className="font-semibold">
          Factors
        </h3>
        <ul className="divide-y divide-line border-y border-line">
          {factors.map(({ name, result, detail, formula }) => (
            <li key={name} className="flex gap-3 py-2.5">
              <span className="mt-0.5">{marks[result]}</span>
              <div className="min-w-0">
                <p className="font-medium">{name}</p>
                <p className="text-muted">{detail}</p>
                {formula && <p className="figures text-sm text-muted">{formula}</p>}
              </div>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="credit" className="grid gap-3">
        <h3 id="credit" className="font-semibold">
          Credit
        </h3>
        <Details
          items={[
            { label: 'Credit score', value: creditInfo.creditScore ?? unknown },
            { label: 'Resident score', value: creditInfo.residentScore ?? unknown },
            { label: 'Eviction history', value: creditInfo.evictionHistory ?? unknown },
            { label: 'Criminal history', value: creditInfo.criminalHistory ?? unknown },
          ]}
        />
        <p className="text-sm text-muted">{creditInfo.note}</p>
      </section>
      <section aria-labelledby="rental" className="grid gap-3">
        <h3 id="rental" className="font-semibold">
          Rental history
        </h3>
        <Details
          items={[
            { label: 'Previous addresses', value: rentalHistory.previousAddresses?.join('; ') ?? unknown },
            {
              label: 'Average stay',
              value:
                rentalHistory.averageStayDuration === null
                  ? unknown
                  : `${number(rentalHistory.averageStayDuration)} months`,
            },
            { label: 'Late payments', value: rentalHistory.latePayments ?? unknown },
            { label: 'Early terminations', value: rentalHistory.earlyTerminations ?? unknown },
          ]}
        />
        <p className="text-sm text-muted">{rentalHistory.note}</p>
      </section>
      <Callout tone="info" title="Before you decide">
        {notice}
      </Callout>
      <p className="text-sm text-muted">
        Made by {dataSource}, {dateTime(screenedAt)}.
      </p>
    </div>
  )
}
