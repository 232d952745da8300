import { ChevronsUpDown } from 'lucide-react'
import { useCallback, useEffect, useRef, useState, type ComponentProps } from 'react'
import { useUser } from '~/api/client/session.ts'
import { Avatar } from '~/components/ui/avatar.tsx'
import { fullName, words } from '~/lib/format.ts'
import { useAfterPaint } from '~/lib/use-after-paint.ts'
import type { UserMenuItems } from './user-menu-items.tsx'

/** The signed-in user, with the menu. The menu's code is loaded after the page. */
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
  // The button is a new element then.
  useEffect(() => {
    if (Items && hadFocus.current && !isWanted) button.current?.focus()
    hadFocus.current = false
  }, [Items, isWanted])
  if (Items) return <Items trigger={<UserButton ref={button} />} defaultOpen={isWanted} />
  // If pressed before the menu is loaded, it opens once it is.
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
      {/* Not an aria-label: voice control needs the visible text in the name. */}
      <span className="sr-only">Account:</span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{name}</span>
        <span className="block truncate text-sm text-muted">{words(user.userType)}</span>
      </span>
      <ChevronsUpDown aria-hidden className="size-4 text-muted" />
    </button>
  )
}
