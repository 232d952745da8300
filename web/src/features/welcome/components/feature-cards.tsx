import { Building2, CalendarDays, ChartNoAxesCombined, CreditCard, FileSearch, FileSignature, MessagesSquare, UserSearch, Wrench } from 'lucide-react'

const features = [
  {
    icon: Building2,
    title: 'Portfolio management',
    text: 'Every property with its people and papers. AI-generated descriptions and market valuation included.',
  },
  { icon: CreditCard, title: 'Payment tracking', text: 'Who paid, who owes and since when, with receipts that add up and late-fee management.' },
  {
    icon: Wrench,
    title: 'Maintenance',
    text: 'Requests land with their property, AI puts the urgent ones first, vendors are coordinated in one place.',
  },
  {
    icon: UserSearch,
    title: 'AI tenant screening',
    text: 'Credit, rental history and risk weighed into an approval recommendation you can read and question.',
  },
  {
    icon: FileSignature,
    title: 'AI leases and documents',
    text: 'Leases and legal documents drafted from what you already entered, ready to review and sign.',
  },
  {
    icon: MessagesSquare,
    title: '24/7 tenant chat',
    text: 'An assistant that answers tenants around the clock and hands over to you when it should.',
  },
  {
    icon: CalendarDays,
    title: 'Short-term rentals',
    text: 'Vacation stays with pricing optimization and a booking calendar that cannot double book.',
  },
  {
    icon: ChartNoAxesCombined,
    title: 'Market pricing',
    text: 'Real-time pricing intelligence: what a home could earn, and how sure that number is.',
  },
  { icon: FileSearch, title: 'Document analysis', text: 'Dates, amounts and names read out of leases and invoices, so you never retype them.' },
]

/** What it does, in nine cards. */
export function FeatureCards() {
  return (
    <section aria-labelledby="features" className="border-y border-line bg-sunken">
      <div className="mx-auto max-w-7xl px-4 py-16 md:px-8 md:py-20">
        <h2 id="features" className="max-w-2xl text-3xl font-semibold tracking-tight">
          One place for the whole tenancy
        </h2>
        <p className="mt-2 max-w-2xl text-lg text-muted">From the first showing to the returned deposit, without a spreadsheet in between.</p>
        <ul className="mt-10 grid gap-px overflow-hidden rounded-xl border border-line bg-line sm:grid-cols-2 lg:grid-cols-3">
          {features.map(({ icon: Icon, title, text }) => (
            <li key={title} className="bg-surface p-6">
              <Icon aria-hidden className="size-5.5 text-pine" strokeWidth={1.8} />
              <h3 className="mt-4 text-lg font-semibold tracking-tight">{title}</h3>
              <p className="mt-1.5 text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
