interface Letter {
  subject: string
  body: string
}

/** Subjects hold 200 characters. */
const subjectOf = (text: string) => (text.length > 200 ? `${text.slice(0, 199)}…` : text)

const letter = (subject: string, ...paragraphs: string[]): Letter => ({ subject: subjectOf(subject), body: paragraphs.join('\n\n') })

/** Tells a landlord that an invitation was accepted. */
export function registeredLetter({ name, email, link }: { name: string; email: string; link: string }): Letter {
  return letter(`${name} has registered`, `${name} (${email}) has accepted your invitation and registered as a tenant.`, `See the record: ${link}`)
}

/** Tells a landlord that a tenant reported a problem; an emergency says so where it is seen first. */
export function requestLetter({ title, category, priority, link }: { title: string; category: string; priority: string; link: string }): Letter {
  const isEmergency = priority === 'emergency'
  return letter(
    `${isEmergency ? 'EMERGENCY: ' : 'New maintenance request: '}${title}`,
    isEmergency ? 'A tenant has reported an emergency.' : 'A tenant has reported a problem.',
    `${title}\nCategory: ${category}\nPriority: ${priority}`,
    `See the request: ${link}`,
  )
}
