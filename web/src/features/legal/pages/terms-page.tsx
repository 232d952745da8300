import { LegalPage, type Section } from '../components/legal-page.tsx'

const sections: Section[] = [
  {
    title: 'Who this is between',
    text: [
      'Keyhold is software that runs on somebody’s computers. The person or company that runs this installation is called the operator here, and provides the service to you. These terms are between you and the operator. Your lease, your rent and everything else between landlord and tenant stay between those two: neither Keyhold nor the operator becomes a party to them.',
    ],
  },
  {
    title: 'Your account',
    text: [
      'Provide accurate information and keep your password to yourself. You are responsible for what is done in your account until you tell the operator that it was not you. Under Account Settings you see every place where you are signed in, and can end any of them; changing your password ends all the others.',
      'A landlord may open portal logins for tenants and close them again. A tenant who signs up without an invitation gets an account that is not linked to a home until a landlord links it.',
    ],
  },
  {
    title: 'Trial and plans',
    text: [
      'A landlord’s account starts with a free trial of 14 days, with everything included. It requires no card and has no setup fee, and nothing is charged when it ends. You can still view your records, and can add properties once you choose a plan.',
      'A plan is paid in advance, by the month or by the year. You may cancel at any time; it then runs to the end of what is paid. Moving to a smaller plan removes nothing that you have already entered, but you can’t add anything beyond the new limit.',
      'Features that a plan includes but that are not ready are marked as not available yet.',
    ],
  },
  {
    title: 'Rent and other money between you',
    text: [
      'Keyhold keeps a record of rent. It does not hold, move or lend money. A payment that a tenant reports counts only once the landlord has verified it. A security deposit is kept apart from income, since it is owed back.',
      'Entries are never deleted. A charge without payments can be cancelled and a payment can be reversed, each with its reason, and both stay visible. Either side can always see how a balance was calculated. If the figures and your bank disagree, your bank is right: please correct the entry.',
      'You decide whether to charge late fees, and you are responsible for them. Whether, when and how much you may charge depends on your lease and on local law.',
    ],
  },
  {
    title: 'Your records',
    text: [
      'What you enter stays yours. The operator uses it to run the service for you and for nothing else. You are responsible for having the right to enter it, especially when it concerns other people: your tenants, those they name for emergencies, and applicants.',
    ],
  },
  {
    title: 'Text messages',
    text: [
      'Texts go to people who gave their number for the tenancy, and are about the tenancy. Anyone who replies STOP gets no more of them until they reply START. You may not use Keyhold to advertise, or to reach people who did not ask for it.',
    ],
  },
  {
    title: 'Software that suggests',
    text: [
      'Where Keyhold suggests something, it says what the suggestion rests on, which engine made it and how sure it is. It decides nothing: it changes no rent, refuses no tenant and signs no lease. It is not legal, tax or financial advice, and it can be wrong.',
      'You make the decision and are responsible for it, in particular under fair housing and consumer report law.',
    ],
  },
  {
    title: 'Fair use',
    text: [
      'Follow the law that applies to your rentals. Do not try to access records that are not yours, get around the limits of a plan, or disrupt the service for others. The operator may close an account that does, and will say why.',
    ],
  },
  {
    title: 'When something fails',
    text: [
      'The operator keeps the service running with reasonable care, but it can be down, and a text or an email can be late or lost. Do not rely on a message alone to meet a deadline.',
    ],
  },
  {
    title: 'Changes and end',
    text: [
      'The operator may change these terms and will tell you before a change applies to you. You may leave at any time, and the operator may end the agreement with notice. Ask for a copy of your records before then. The Privacy Policy explains what happens to them.',
    ],
  },
]

export function Component() {
  return (
    <LegalPage
      intro="What you and the operator of this installation agree on, in plain language."
      about="This text describes how Keyhold works, as a starting point. It names no company, place or court: add who you are, how to reach you, the law that applies and your liability, and have it checked by someone who knows that law."
      sections={sections}
    />
  )
}
