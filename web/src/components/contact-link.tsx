import { phoneHref, phoneText } from '~/lib/phone-href.ts'

/** A phone number or e-mail address as a link; other text stays text. */
export function ContactLink({ text }: { text: string }) {
  const isMail = /^\S+@\S+\.\S+$/.test(text)
  const href = isMail ? `mailto:${text}` : phoneHref(text)
  if (!href) return text
  return (
    <a href={href} className="relative z-1 text-pine underline-offset-4 hover:underline">
      {isMail ? text : phoneText(text)}
    </a>
  )
}
