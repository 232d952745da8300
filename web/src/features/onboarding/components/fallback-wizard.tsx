import { FileText, PartyPopper, PhoneCall, UserRound, Wallet, Wrench, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '~/components/ui/button.tsx'
import { Card } from '~/components/ui/card.tsx'
import { Progress } from '~/components/ui/progress.tsx'
import { Callout } from '~/components/ui/states.tsx'
import { paths } from '~/lib/paths.ts'
import { FinishCard } from './finish-card.tsx'

/** Spec 2 §4: the local wizard has steps 2 to 7, and ends with step 8. */
const first = 2

const steps: readonly { icon: LucideIcon; title: string; text: string; to?: string; label?: string }[] = [
  {
    icon: PartyPopper,
    title: 'Welcome to your home',
    text: 'This short tour shows where everything is: your rent, your documents, repairs and your landlord.',
  },
  {
    icon: UserRound,
    title: 'Your profile',
    text: 'Your landlord reaches you at the phone number in your profile.',
    to: paths.personalDetails,
    label: 'Open your profile',
  },
  {
    icon: PhoneCall,
    title: 'Emergency contact',
    text: 'Name somebody to call if something happens and you cannot be reached.',
    to: paths.personalDetails,
    label: 'Open your profile',
  },
  {
    icon: FileText,
    title: 'Lease and documents',
    text: 'Your lease and what your landlord shares with you stand under Documents.',
    to: paths.documents,
    label: 'Open documents',
  },
  {
    icon: Wallet,
    title: 'Rent',
    text: 'Your portal shows what is due, when, and how the amount came about.',
    to: paths.ownPayments,
    label: 'Open payments',
  },
  {
    icon: Wrench,
    title: 'Repairs',
    text: 'Report what is broken, with photos, and follow its progress.',
    to: paths.tenantMaintenance,
    label: 'Open maintenance',
  },
]
const end = first + steps.length

/** Shown when the onboarding cannot be loaded: a tour without points, since nothing could be recorded. */
export function FallbackWizard({ onRetry }: { onRetry: () => void }) {
  const [number, setNumber] = useState(first)
  const step = steps[number - first]
  return (
    <>
      <Callout
        tone="warning"
        className="mb-4"
        title="Your progress could not be loaded"
        action={
          <Button variant="secondary" onClick={onRetry}>
            Try again
          </Button>
        }
      >
        Have a look around meanwhile. Steps are recorded, and earn points, once your progress is back.
      </Callout>
      <Progress value={((number - first) / steps.length) * 100} label="Tour" className="mb-4 h-2.5" />
      {step ? (
        <Card className="grid justify-items-start gap-3">
          <span aria-hidden className="grid size-12 place-items-center rounded-lg bg-pine-soft text-pine">
            <step.icon className="size-6" />
          </span>
          <h2 className="text-xl font-semibold">{step.title}</h2>
          <p className="text-muted">{step.text}</p>
          {step.to && (
            <Link to={step.to} className="font-medium text-pine underline-offset-4 hover:underline">
              {step.label}
            </Link>
          )}
          <div className="mt-2 flex w-full gap-2 phone:*:flex-1">
            {number > first && (
              <Button variant="secondary" onClick={() => setNumber(number - 1)}>
                Back
              </Button>
            )}
            <Button onClick={() => setNumber(number + 1)}>{number + 1 === end ? 'Finish' : 'Next'}</Button>
          </div>
        </Card>
      ) : (
        <FinishCard to={paths.home} label="Go to my portal">
          You have seen where everything is.
        </FinishCard>
      )}
    </>
  )
}
