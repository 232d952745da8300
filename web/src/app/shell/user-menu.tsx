import { ChevronsUpDown } from 'lucide-react'
import { useCallback, useEffect, useRef, useState, type ComponentProps } from 'react'
import { useUser } from '~/api/client/session.ts'
import { Avatar } from '~/components/ui/avatar.tsx'
import { fullName, words } from '~/lib/format.ts'
import { useAfterPaint } from '~/lib/use-after-paint.ts'
import type { UserMenuItems } from './user-menu-items.tsx'

/** Who is signed in, and behind it the menu. Its code comes once the page stands, so that the page need not wait for it. */
export function UserMenu() {
  const button = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)
  const [isWanted, setWanted] = useState(false)
  const [Items, setItems] = useState<typeof UserMenuItems>()
  const fetchItems = useCallback(async () => {
    const items = await import('./user-menu-items.tsx')
    hadFocus.current = document.activeElement === button.current
    setItems(() => items.UserMenuItems)
  }, [])
  useAfterPaint(fetchItems)
  // The button is a new one then.
  useEffect(() => {
    if (hadFocus.current && !isWanted) button.current?.focus()
    hadFocus.current = false
  }, [Items, isWanted])
  if (Items) return <Items trigger={<UserButton ref={button} />} defaultOpen={isWanted} />
  // Pressed before the menu is there, it opens once it is.
  return <UserButton ref={button} aria-haspopup="menu" aria-expanded={false} onClick={() => setWanted(true)} />
}

function UserButton(props: ComponentProps<'button'>) {
  const user = useUser()
  const name = fullName(user)
  return (
    <button
      type="button"
      className="mt-3 flex w-full items-center gap-2.5 rounded-md p-2 text-left hover:bg-line/50 data-[state=open]:bg-line/50"
      {...props}
    >
      <Avatar name={name} size="md" />
      {/* Not an aria-label: what is to be seen has to stand in the name, for those who speak to their computer. */}
      <span className="sr-only">Account:</span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{name}</span>
        <span className="block truncate text-sm text-muted">{words(user.userType)}</span>
      </span>
      <ChevronsUpDown aria-hidden className="size-4 text-muted" />
    </button>
  )
}
