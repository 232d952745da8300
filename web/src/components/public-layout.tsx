import { Moon, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useProductName } from '~/lib/branding.ts'
import { paths } from '~/lib/paths.ts'
import { useTheme } from '~/lib/theme.ts'
import { Logo } from './logo.tsx'
import { IconButton } from './ui/button.tsx'

/** Header and footer of the pages that are open to everyone; `nav` stands in the header, `end` at its right. */
export function PublicLayout({ nav, end, children }: { nav?: ReactNode; end?: ReactNode; children: ReactNode }) {
  const product = useProductName()
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="sticky top-0 z-30 border-b border-line bg-canvas">
        <div className="mx-auto grid min-h-14 max-w-7xl grid-cols-[1fr_auto] items-center gap-x-6 px-4 md:grid-cols-[1fr_auto_1fr] md:px-8">
          <Link to={paths.home} aria-label={`${product}, home`} className="justify-self-start rounded-md">
            <Logo />
          </Link>
          <div className="phone:order-last phone:col-span-2">{nav}</div>
          <div className="-mr-2 flex items-center gap-2 justify-self-end">
            {end}
            <ThemeButton />
          </div>
        </div>
      </header>
      <main className="flex flex-1 flex-col">{children}</main>
      <footer className="border-t border-line">
        <div className="mx-auto flex max-w-7xl flex-wrap items-center justify-between gap-x-8 gap-y-2 px-4 py-6 text-sm text-muted md:px-8">
          <p>{product === 'Keyhold' ? 'Keyhold. Rentals, held well.' : product}</p>
          <nav aria-label="Legal" className="flex gap-6">
            <Link to={paths.terms} className="py-1 hover:text-ink hover:underline">
              Terms of Service
            </Link>
            <Link to={paths.privacy} className="py-1 hover:text-ink hover:underline">
              Privacy Policy
            </Link>
          </nav>
        </div>
      </footer>
    </div>
  )
}

function ThemeButton() {
  const [theme, setTheme] = useTheme()
  const dark = theme === 'dark' || (theme === 'system' && document.documentElement.dataset.theme === 'dark')
  return (
    <IconButton
      label={dark ? 'Switch to light theme' : 'Switch to dark theme'}
      onClick={() => setTheme(dark ? 'light' : 'dark')}
    >
      {dark ? <Sun aria-hidden /> : <Moon aria-hidden />}
    </IconButton>
  )
}
