import { Monitor, Moon, Sun } from 'lucide-react'
import type { Theme } from '~/lib/theme.ts'

export const themeOptions: readonly { value: Theme; label: string; icon: React.ReactNode }[] = [
  { value: 'system', label: 'System', icon: <Monitor aria-hidden /> },
  { value: 'light', label: 'Light', icon: <Sun aria-hidden /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden /> },
]
