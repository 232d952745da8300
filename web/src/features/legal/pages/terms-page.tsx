import { LegalPage, type Section } from '../components/legal-page.tsx'

const sections: Section[] = [
  {
    title: 'The service',
    text: 'Keyhold is software for managing rentals. Whoever operates this installation ("the operator") provides it to you; these terms are between you and the operator.',
  },
  {
    title: 'Your account',
    text: 'You give true information, keep your password to yourself and answer for what is done with your account. Tell the operator when you think someone else used it.',
  },
  {
    title: 'Trial and plans',
    text: 'A landlord account starts with a free trial of 14 days with full access. No card is asked for and nothing is charged when it ends: your records stay readable, and adding properties waits until you choose a plan. You may cancel anytime.',
  },
  {
    title: 'Your records',
    text: 'What you enter stays yours. You may use it and take it with you, and you answer for being allowed to enter it, above all the personal data of tenants.',
  },
  {
    title: 'Fair use',
    text: 'You follow the law that applies to your rentals, including fair housing, privacy and consent to text messages. You do not try to reach records that are not yours or to disturb the service for others.',
  },
  {
    title: 'What Keyhold does not do',
    text: 'Suggestions made by software, such as market prices, screening results and drafted leases, are a help and no legal or financial advice. You decide, and you check what you sign.',
  },
  {
    title: 'Changes and end',
    text: 'The operator may change these terms and will say so beforehand. Either side may end the agreement; ask for a copy of your records before that.',
  },
]

export function Component() {
  return <LegalPage title="Terms of Service" intro="What you and the operator of this installation agree on." sections={sections} />
}
