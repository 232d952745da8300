import { LegalPage, type Section } from '../components/legal-page.tsx'

const sections: Section[] = [
  {
    title: 'What is kept',
    text: 'Your name, e-mail address, phone number and a hash of your password; the properties, tenants, payments, requests and messages you or your landlord enter; and a log of changes, so that they can be explained later.',
  },
  {
    title: 'Why',
    text: 'To run your rentals: showing who owes what, passing on repair requests, sending the messages you ask for. Nothing is sold, and there is no advertising.',
  },
  {
    title: 'Who sees it',
    text: 'A landlord sees their own records only, a tenant only what concerns them. The operator of this installation can reach the database to keep it running. Providers for text messages, e-mail, card payments or AI get what their task needs, if the operator has connected any.',
  },
  {
    title: 'Cookies and tracking',
    text: 'Two cookies keep you signed in, and your choice of theme is stored in your browser. No analytics, no third-party scripts, no fonts or images from elsewhere.',
  },
  {
    title: 'Text messages',
    text: 'A phone number given for a tenancy is used for texts about that tenancy. Reply STOP and they end; START brings them back.',
  },
  {
    title: 'How long',
    text: 'Records stay as long as the account and as the law asks landlords to keep them. Ledger entries are corrected, never erased, since others rely on them.',
  },
  {
    title: 'Your rights',
    text: 'You may ask what is kept about you, have it corrected, get a copy or have it deleted where the law allows. Tenants ask their landlord first, landlords the operator of this installation.',
  },
]

export function Component() {
  return <LegalPage title="Privacy Policy" intro="What Keyhold keeps about you, and what it never does." sections={sections} />
}
