import { LegalPage, type Section } from '../components/legal-page.tsx'

const sections: Section[] = [
  {
    title: 'Who this is between',
    text: [
      'Keyhold is software that runs on somebody’s computers. Whoever runs this installation is called the operator here, and provides the service to you. These terms are between you and the operator. Your lease, your rent and everything else between landlord and tenant stay between those two: neither Keyhold nor the operator becomes a party to them.',
    ],
  },
  {
    title: 'Your account',
    text: [
      'You give true information and keep your password to yourself. What is done while signed in as you counts as done by you, until you tell the operator that it was not. Under Account Settings you see every place where you are signed in, and can end any of them; changing your password ends all the others.',
      'A landlord may open portal logins for tenants and close them again. A tenant who signs up without an invitation gets an account that is linked to nobody, until a landlord links it.',
    ],
  },
  {
    title: 'Trial and plans',
    text: [
      'A landlord’s account starts with a free trial of 14 days, with everything included. It asks for no card and has no setup fee, and nothing is charged when it ends: your records stay readable, and adding properties waits until you choose a plan.',
      'A plan is paid in advance, by the month or by the year. You may cancel at any time; it then runs to the end of what is paid. Going down to a smaller plan takes nothing away that you have already entered, but nothing can be added beyond the new limit.',
      'What a plan holds but the software does not do yet is marked as on the way.',
    ],
  },
  {
    title: 'Rent and other money between you',
    text: [
      'Keyhold keeps the books of rent; it does not hold, move or lend anybody’s rent. A payment that a tenant reports counts only once the landlord has verified it. A security deposit is kept apart from income, since it is owed back.',
      'Entries are never deleted. A charge without payments can be cancelled and a payment can be reversed, each with its reason, and both stay visible. So either side can always see how a balance came about. If the figures and your bank disagree, your bank is right: please correct the entry.',
      'Late fees are yours to charge and yours to justify: whether, when and how much is a matter of your lease and of the law where the property stands.',
    ],
  },
  {
    title: 'Your records',
    text: [
      'What you enter stays yours. The operator uses it to run the service for you and for nothing else. You answer for being allowed to enter it, above all when it is about other people: your tenants, those they name for emergencies, and applicants.',
    ],
  },
  {
    title: 'Text messages',
    text: [
      'Texts go to people who gave their number for the tenancy, and are about the tenancy. Whoever answers STOP gets no more of them, until they answer START. You may not use Keyhold to advertise, or to reach people who did not ask for it.',
    ],
  },
  {
    title: 'Software that suggests',
    text: [
      'Where Keyhold suggests something, it says what the suggestion rests on, which engine made it and how sure it is. It decides nothing: it changes no rent, refuses no tenant and signs no lease. It is no legal, tax or financial advice, and it can be wrong.',
      'You decide, and you answer for the decision, in particular under fair housing law and the law on consumer reports.',
    ],
  },
  {
    title: 'Fair use',
    text: [
      'You keep to the law that applies to your rentals. You do not try to reach records that are not yours, to get around limits of a plan, or to disturb the service for others. The operator may close an account that does, and says why.',
    ],
  },
  {
    title: 'When something fails',
    text: [
      'The operator keeps the service running with reasonable care, but it can be down, and a text or a mail can be late or lost on the way. Do not make a deadline depend on a message alone.',
    ],
  },
  {
    title: 'Changes and end',
    text: [
      'The operator may change these terms and tells you before a change counts for you. You may leave at any time, the operator may end the agreement with notice. Ask for a copy of your records before that; what then happens to them is in the Privacy Policy.',
    ],
  },
]

export function Component() {
  return (
    <LegalPage
      intro="What you and the operator of this installation agree on, in words meant to be read."
      about="This text describes how Keyhold works, as a starting point. It names no company, place or court: add who you are, how to reach you, the law that applies and your liability, and have it checked by someone who knows that law."
      sections={sections}
    />
  )
}
