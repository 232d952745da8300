import type { ComponentProps, MouseEvent } from 'react'
import { saveFile } from './session-file.ts'

/** A link to a file that needs the session; renews the session first if the access token has expired. */
export function SessionFileLink({ href, children, ...rest }: ComponentProps<'a'> & { href: string }) {
  const press = (event: MouseEvent) => {
    event.preventDefault()
    void saveFile(href)
  }
  return (
    <a {...rest} href={href} download onClick={press}>
      {children}
    </a>
  )
}
