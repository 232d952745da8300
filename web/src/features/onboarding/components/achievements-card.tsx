import type { GamePoints } from '@keyhold/contracts/tenancy/onboarding'
import { Award, Flag, Flame, Footprints, Home, Trophy, type LucideIcon } from 'lucide-react'
import { Badge } from '~/components/ui/badge.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { cn } from '~/lib/cn.ts'

const icons: Readonly<Record<string, LucideIcon>> = {
  footprints: Footprints,
  flag: Flag,
  home: Home,
  trophy: Trophy,
  flame: Flame,
}

const colours: Readonly<Record<string, string>> = {
  blue: 'bg-info-soft text-info',
  green: 'bg-success-soft text-success',
  yellow: 'bg-warning-soft text-warning',
  red: 'bg-danger-soft text-danger',
}

/** What can be earned beside the steps, and what was. */
export function AchievementsCard({ achievements }: { achievements: GamePoints['achievements'] }) {
  if (achievements.length === 0) return null
  return (
    <SectionCard title="Achievements">
      <ul className="grid gap-3">
        {achievements.map(({ type, title, description, icon, badgeColor, pointsAwarded, isUnlocked }) => {
          const Icon = icons[icon] ?? Award
          return (
            <li key={type} className="flex items-center gap-3">
              <span
                aria-hidden
                className={cn(
                  'grid size-9 shrink-0 place-items-center rounded-full [&_svg]:size-4.5',
                  isUnlocked ? (colours[badgeColor] ?? colours.blue) : 'bg-sunken text-muted dark:bg-raised',
                )}
              >
                <Icon />
              </span>
              <div className="min-w-0 flex-1">
                <p className="font-medium">{title}</p>
                <p className="text-sm text-muted">{description}</p>
              </div>
              {isUnlocked ? (
                <Badge tone="success">Unlocked</Badge>
              ) : (
                <span className="figures text-sm whitespace-nowrap text-muted">{pointsAwarded} points</span>
              )}
            </li>
          )
        })}
      </ul>
    </SectionCard>
  )
}
