import {
  Bell,
  Bot,
  Building2,
  ChartColumn,
  CreditCard,
  DoorOpen,
  FileText,
  Home,
  LayoutDashboard,
  Luggage,
  ScrollText,
  Settings,
  ShieldCheck,
  Tags,
  TrendingUp,
  UserCog,
  Users,
  Wrench,
} from 'lucide-react'

/** The icons of the navigation. Apart from the table of screens, which runs before React is loaded. */
export const navIcons = {
  Bell,
  Bot,
  Building2,
  ChartColumn,
  CreditCard,
  DoorOpen,
  FileText,
  Home,
  LayoutDashboard,
  Luggage,
  ScrollText,
  Settings,
  ShieldCheck,
  Tags,
  TrendingUp,
  UserCog,
  Users,
  Wrench,
}

export type NavIcon = keyof typeof navIcons
