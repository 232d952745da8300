import {
  Building2,
  CalendarDays,
  ChartNoAxesCombined,
  CreditCard,
  FileSearch,
  FileSignature,
  HousePlus,
  MessagesSquare,
  Smartphone,
  UserSearch,
  Wrench,
  type LucideIcon,
} from 'lucide-react'
import { Badge } from '~/components/ui/badge.tsx'
import { notBuiltYet } from '~/texts/unbuilt.ts'

interface Feature {
  icon: LucideIcon
  title: string
  text: string
}

const working: readonly Feature[] = [
  {
    icon: Building2,
    title: 'Portfolio management',
    text: 'Every property with its tenants, its rent and its open repairs, searchable and up to date while you look at it.',
  },
  {
    icon: CreditCard,
    title: 'Payment tracking and late fees',
    text: 'Who paid, who owes and since when. Late fees are proposed for your review, deposits are separate from revenue, and every number explains itself.',
  },
  {
    icon: Wrench,
    title: 'Maintenance',
    text: 'Requests arrive with photos, property and deadline, go to a saved vendor, and keep their whole history.',
  },
  {
    icon: Smartphone,
    title: 'Tenant portal and invitations',
    text: 'Invite a tenant by text message. They see their rent, report what they paid and ask for repairs from their phone.',
  },
  {
    icon: FileSearch,
    title: 'Document analysis',
    text: 'Dates, amounts and names extracted from leases and invoices, including scans, each with its source.',
  },
  {
    icon: UserSearch,
    title: 'AI tenant screening',
    text: 'Based on your own records, criterion by criterion, with what is not known said as plainly. This is advice; you decide.',
  },
  {
    icon: MessagesSquare,
    title: '24/7 AI tenant chat',
    text: 'Answers from the tenant’s own records around the clock, with what they rest on; the rest is handed over to you.',
  },
  {
    icon: CalendarDays,
    title: 'Short-term rentals',
    text: 'Vacation stays with prices by night that explain themselves, direct booking, and a calendar that knows your leases.',
  },
]

const planned: readonly Feature[] = [
  {
    icon: FileSignature,
    title: 'AI leases and legal documents',
    text: 'Drafted from what you already entered, ready to review and sign.',
  },
  {
    icon: ChartNoAxesCombined,
    title: 'Market pricing intelligence',
    text: 'What a home could earn, in real time, and how reliable the estimate is.',
  },
  {
    icon: HousePlus,
    title: 'AI descriptions, valuation and triage',
    text: 'Property descriptions and market valuations; repairs put in order and vendors coordinated.',
  },
]

/** What Keyhold does today, and what it does not do yet. */
export function FeatureCards() {
  return (
    <section aria-labelledby="features" className="border-y border-line bg-sunken">
      <div className="mx-auto max-w-7xl px-4 py-16 md:px-8 md:py-20">
        <h2 id="features" className="max-w-2xl text-3xl font-semibold tracking-tight">
          One place for the whole tenancy
        </h2>
        <p className="mt-2 max-w-2xl text-lg text-muted">
          From the first showing to the returned deposit, without a spreadsheet in between.
        </p>
        <ul className="mt-10 grid gap-px overflow-hidden rounded-xl border border-line bg-line sm:grid-cols-2">
          {working.map(({ icon: Icon, title, text }) => (
            <li key={title} className="bg-surface p-6 md:p-8">
              <Icon aria-hidden className="size-5.5 text-pine" strokeWidth={1.8} />
              <h3 className="mt-4 text-lg font-semibold tracking-tight">{title}</h3>
              <p className="mt-1.5 text-muted">{text}</p>
            </li>
          ))}
        </ul>
        <div className="mt-14 flex flex-wrap items-center gap-3">
          <h3 id="planned" className="text-xl font-semibold tracking-tight">
            Planned
          </h3>
          <Badge tone="brass">{notBuiltYet}</Badge>
        </div>
        <ul aria-labelledby="planned" className="mt-5 grid gap-x-10 gap-y-6 sm:grid-cols-2 lg:grid-cols-3">
          {planned.map(({ icon: Icon, title, text }) => (
            <li key={title} className="flex gap-3.5">
              <Icon aria-hidden className="mt-0.75 size-4.5 shrink-0 text-brass" strokeWidth={1.8} />
              <div>
                <h4 className="font-semibold">{title}</h4>
                <p className="mt-0.5 text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
