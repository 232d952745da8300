import { LegalPage, type Section } from '../components/legal-page.tsx'

const sections: Section[] = [
  {
    title: 'What is kept',
    list: [
      [
        'Of everyone with an account',
        'Name, email address, phone number, account type, and your password as an argon2id hash, from which nobody can read it.',
      ],
      [
        'Of each sign-in',
        'When, from which IP address and with which browser, so that you can see where you are signed in and end it.',
      ],
      [
        'Of tenants',
        'What the landlord or you enter: contact details, the lease’s dates and rent, and, only if given, date of birth, emergency contact, employer, monthly income and renters insurance.',
      ],
      [
        'Of a tenancy',
        'Charges, payments and their corrections, maintenance requests with their history, invitations.',
      ],
      [
        'Of messages',
        'Who a text or email was sent to, when, and whether it arrived. The text itself is erased once it is sent, since it may contain a link that opens an account.',
      ],
      ['Of visitors', 'Only a log line for each request: the address requested, the time and the IP address.'],
    ],
  },
  {
    title: 'What it is for',
    text: [
      'To run rentals: to show who owes what, pass on repair requests, send the messages you ask for, and keep accounts secure. No data is sold, no one is profiled, and there is no advertising.',
    ],
  },
  {
    title: 'Who sees it',
    text: [
      'A landlord sees the records of their own rentals, never another landlord’s; the database itself refuses anything else. A tenant sees their own record, payments and requests. The administrator of this installation sees accounts, plans and properties, and everything the administrator changes is written to a log. The people who run the servers can technically reach the database.',
    ],
  },
  {
    title: 'Money',
    text: [
      'Rent does not pass through Keyhold: it keeps a ledger of what was charged and received. Bank account numbers are not asked for.',
      'A card for a landlord’s plan is typed into a form of the card provider. The number goes from your browser to that provider and never reaches this server. Where the operator has connected no provider, payments are simulated, the page says “test mode”, and no real card should be entered.',
    ],
  },
  {
    title: 'Others who process data',
    text: [
      'By itself, Keyhold sends nothing to anyone: the database, files and outgoing messages stay on the operator’s machines. Each of these providers gets data only if the operator has connected it, and only what is named here:',
    ],
    list: [
      ['Twilio, for text messages', 'Phone number and text.'],
      ['A mail server', 'Email address, subject and text.'],
      [
        'Stripe, for card payments of plans',
        'Name and email address of the landlord, plan and amount; the card itself comes from the browser.',
      ],
      ['A storage service that speaks S3', 'Photos and files, as they were uploaded.'],
      ['An AI endpoint', 'See the next section.'],
    ],
  },
  {
    title: 'Artificial intelligence',
    text: [
      'Unless the operator has connected an AI endpoint, suggestions are computed on this server from the records of the landlord who asks, and are sent to no one else. A connected endpoint is sent only the records that a task needs. Ask the operator which endpoint that is and what it keeps.',
      'One landlord’s records are never used for another’s suggestions, and no decision about a person is made by software. Name, age and other protected characteristics are not used in any assessment of an applicant.',
    ],
  },
  {
    title: 'Cookies and your browser',
    text: [
      'Two cookies keep you signed in. Scripts cannot read them, and they are set when you sign in and deleted when you sign out. Your browser also remembers whether you chose the light or dark theme, and when your session was last renewed. There are no analytics and no other tracking, and nothing is loaded from other sites except the card provider’s form, on the page where you pay for a plan.',
    ],
  },
  {
    title: 'How long',
    list: [
      [
        'Sign-ins',
        'A session ends 30 days after it was last used; it is deleted within the hour after. Failed attempts are counted for 15 minutes.',
      ],
      [
        'Links and invitations',
        'A link for a new password works for an hour, an invitation for seven days. Of each only a hash is kept.',
      ],
      ['Notices between parts of the software', 'Seven days.'],
      [
        'The ledger',
        'As long as the account exists, and afterwards for as long as the law requires financial records to be kept. Corrections are added; nothing is overwritten.',
      ],
      ['Everything else', 'As long as the account. Backups and log files follow the operator’s own periods.'],
    ],
  },
  {
    title: 'Deleting',
    text: [
      'A deleted property or tenant disappears from every list and count. Records that refer to it keep their history, so that ledgers stay complete. A deleted portal login can no longer sign in, and its email address can be used again.',
      'To have everything about you erased, ask the operator. What the law requires to be kept, such as records of payments, is kept for that time and used for nothing else.',
    ],
  },
  {
    title: 'Text messages',
    text: [
      'A number given for a tenancy is used for texts about that tenancy. Reply STOP to get no more texts from any landlord, and START to get them again.',
    ],
  },
  {
    title: 'Your rights',
    text: [
      'You may ask what is kept about you, have it corrected, get a copy, and have it erased where the law allows. Tenants best ask their landlord first, who decides what is entered about a tenancy; landlords ask the operator. If you are not satisfied with the answer, you may contact the data protection authority where you live.',
    ],
  },
]

export function Component() {
  return (
    <LegalPage
      intro="What Keyhold keeps about you, who can see it, and what it never does."
      about="This text describes what the software does. Add who you are and how to reach you, which of the providers below you have connected and where they process data, your legal grounds, and how long you keep backups and logs."
      sections={sections}
    />
  )
}
