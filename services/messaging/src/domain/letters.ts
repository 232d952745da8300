interface Letter {
  subject: string
  body: string
}

/** Subjects hold 200 characters. */
const subjectOf = (text: string) => (text.length > 200 ? `${text.slice(0, 199)}…` : text)

const letter = (subject: string, ...paragraphs: string[]): Letter => ({
  subject: subjectOf(subject),
  body: paragraphs.join('\n\n'),
})

/** Tells a landlord that an invitation was accepted. */
export function registeredLetter({ name, email, link }: { name: string; email: string; link: string }): Letter {
  return letter(
    `${name} has registered`,
    `${name} (${email}) has accepted your invitation and registered as a tenant.`,
    `See the record: ${link}`,
  )
}

interface Reported {
  title: string
  category: string
  priority: string
  link: string
}

/** Tells a landlord that a tenant reported a problem. */
export function requestLetter(reported: Reported): Letter {
  return letter(`New maintenance request: ${reported.title}`, 'A tenant has reported a problem.', ...factsOf(reported))
}

/** Tells a landlord of an emergency, and says so where it is seen first. `isRaised`: the request was there before, as something lesser. */
export function emergencyLetter({ isRaised, ...reported }: Reported & { isRaised: boolean }): Letter {
  const what = isRaised
    ? 'A maintenance request has been raised to an emergency.'
    : 'A tenant has reported an emergency.'
  return letter(`EMERGENCY: ${reported.title}`, what, ...factsOf(reported))
}

const factsOf = ({ title, category, priority, link }: Reported) => [
  `${title}\nCategory: ${category}\nPriority: ${priority}`,
  `See the request: ${link}`,
]

/** The same as a text: what happened and where to look, in as few of its parts of 153 characters as the link allows. */
export function emergencyText({ title, link, isRaised }: { title: string; link: string; isRaised: boolean }): string {
  const short = title.length > 70 ? `${title.slice(0, 69)}…` : title
  return `EMERGENCY ${isRaised ? 'now' : 'reported'}: ${short} ${link} (Keyhold. STOP ends these texts.)`
}
