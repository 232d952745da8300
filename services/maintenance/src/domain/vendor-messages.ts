interface Sent {
  landlordName: string
  title: string
  propertyName: string | null
  link: string
}

const shorten = (text: string, length: number) => (text.length > length ? `${text.slice(0, length - 1)}…` : text)

/** A text to a vendor, short to save message parts. `title` null: the platform's wording alone. */
export const workOrderText = ({ landlordName, title, link }: Omit<Sent, 'title'> & { title: string | null }): string =>
  `${landlordName} sends you a work order${title === null ? '' : `: ${shorten(title, 60)}`}. Open, accept or decline: ${link} (Keyhold. STOP ends these texts.)`

/** A text to a vendor about an answer. The link's secret is not stored, so that it cannot be repeated. */
export const answerText = (landlordName: string): string =>
  `${landlordName} answered you about a work order. Open the link that you were sent to read it. (Keyhold. STOP ends these texts.)`

/** The answer as a mail. `note` null: the platform's wording alone. */
export const answerMail = (landlordName: string, note: string | null): { subject: string; body: string } => ({
  subject: `${landlordName} answered you about a work order`,
  body: [
    `${landlordName} answered you about a work order${note === null ? '.' : ':'}`,
    ...(note === null ? [] : [note]),
    'Open the link that you were sent to read it with the rest of the work order, and to reply.',
  ].join('\n\n'),
})

/** To a vendor whose work is not needed any more; the same by text and mail. */
export const withdrawnText = (landlordName: string): string =>
  `${landlordName} has withdrawn the work order that you were sent. Nothing more needs to be done. (Keyhold. STOP ends these texts.)`

export const withdrawnMail = (landlordName: string, title: string | null): { subject: string; body: string } => ({
  subject: `${landlordName} has withdrawn a work order`,
  body: [
    `${landlordName} has withdrawn the work order that you were sent${title === null ? '' : `: ${title}`}.`,
    'Nothing more needs to be done.',
  ].join('\n\n'),
})

/** The work order as a mail. */
export const workOrderMail = ({
  landlordName,
  title,
  propertyName,
  link,
}: Omit<Sent, 'title'> & { title: string | null }): { subject: string; body: string } => ({
  subject: title === null ? `A work order from ${landlordName}` : `Work order: ${shorten(title, 120)}`,
  body: [
    `${landlordName} asks you to do this work${title === null ? '' : `: ${title}`}${title !== null && propertyName ? ` (${propertyName})` : ''}.`,
    'Open the link to see it, accept or decline, propose a time, ask a question, and send photos and your invoice. You need no account.',
    link,
    'Anyone with this link can open the work order: please do not pass it on.',
  ].join('\n\n'),
})
