import { isColor, type Palette, type Palettes, palettesOf } from '@keyhold/contracts/identity/branding-colors'
import type { BrandingSettings } from '@keyhold/contracts/identity/branding'
import { LogoMark, OwnLogo } from '~/components/logo.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { type Draft, isKeyholds, keyholdColors } from '../draft.ts'

// Both themes beside each other, so not the tokens of the page's own theme (web/src/styles/tokens.css).
const grounds = {
  light: { canvas: '#faf8f5', surface: '#ffffff', ink: '#1a211e', muted: '#565c57', line: '#e6e1d8' },
  dark: { canvas: '#101513', surface: '#171d1a', ink: '#e9ece8', muted: '#a5aea7', line: '#29312d' },
} as const

const greeting = { panelText: '#f3f1ea', panelMuted: '#b4c6bc' }
/** What tenants see where nothing is chosen. */
const ofKeyhold: Palettes = {
  light: { ...keyholdColors, hover: '#0e4431', soft: '#e3efe8', panel: '#0f2b21', ...greeting },
  dark: { primary: '#6fcfa0', text: '#06231a', hover: '#8adcb4', soft: '#17352a', panel: '#0b1f18', ...greeting },
}

/** How the portal, a mail and a text look with what is typed, before it is saved. */
export function Preview({ draft, logo }: { draft: Draft; logo: BrandingSettings['logo'] }) {
  const { primary, text } = draft.colors
  const pair = isColor(primary) && isColor(text) ? { primary, text } : keyholdColors
  const palettes = isKeyholds(pair) ? ofKeyhold : palettesOf(pair)
  const name = draft.name.trim()
  const isAdjusted = palettes.light.primary !== pair.primary.toLowerCase()
  return (
    <SectionCard title="Preview" description="What your tenants see, before you save." className="lg:sticky lg:top-6">
      <div className="grid gap-4">
        {(['light', 'dark'] as const).map((theme) => (
          <Portal
            key={theme}
            label={theme === 'light' ? 'The portal, light' : 'The portal, dark'}
            palette={palettes[theme]}
            ground={grounds[theme]}
            name={name}
            logo={logo}
          />
        ))}
        {isAdjusted && (
          <p className="text-sm text-muted">
            On light pages this color would be too faint for links. A darker shade of it is used there:{' '}
            {palettes.light.primary}.
          </p>
        )}
        <figure className="rounded-md border border-line p-3 text-sm">
          <figcaption className="mb-1 text-muted">A mail</figcaption>
          <p>
            <span className="text-muted">From</span> <b className="break-words">{name || 'Keyhold'}</b>
          </p>
          <p>Receipt for $1,850.00, March 1, 2026</p>
        </figure>
        <figure className="rounded-md border border-line p-3 text-sm">
          <figcaption className="mb-1 text-muted">A text</figcaption>
          <p className="break-words">
            {name && `${name}: `}Your plumber comes tomorrow at 9:00 AM. Reply STOP to end these texts.
          </p>
        </figure>
      </div>
    </SectionCard>
  )
}

function Portal({
  label,
  palette,
  ground,
  name,
  logo,
}: {
  label: string
  palette: Palette
  ground: (typeof grounds)['light' | 'dark']
  name: string
  logo: BrandingSettings['logo']
}) {
  return (
    <figure>
      <figcaption className="mb-1.5 text-sm text-muted">{label}</figcaption>
      <div
        className="overflow-hidden rounded-md border"
        style={{ background: ground.canvas, color: ground.ink, borderColor: ground.line }}
      >
        <div className="flex min-h-12 items-center px-3 py-2" style={{ borderBottom: `1px solid ${ground.line}` }}>
          {logo || name ? (
            <OwnLogo name={name || null} logo={logo} isOnDark={ground === grounds.dark} />
          ) : (
            <span className="flex items-center gap-2 font-semibold">
              <LogoMark className="size-6" /> Keyhold
            </span>
          )}
        </div>
        <div className="grid gap-3 p-3">
          <div className="rounded-md px-3 py-3" style={{ background: palette.panel, color: palette.panelText }}>
            <p className="font-semibold">Welcome, Sam!</p>
            <p className="text-sm" style={{ color: palette.panelMuted }}>
              Rent, repairs and your lease, in one place.
            </p>
          </div>
          <div
            className="flex flex-wrap items-center gap-3 rounded-md border p-3"
            style={{ background: ground.surface, borderColor: ground.line }}
          >
            <span
              className="rounded-md px-3 py-1.5 text-sm font-medium"
              style={{ background: palette.primary, color: palette.text }}
            >
              Make Payment
            </span>
            <span className="text-sm font-medium underline underline-offset-4" style={{ color: palette.primary }}>
              See the lease
            </span>
            <span
              className="rounded-sm px-2 py-0.5 text-sm font-medium"
              style={{ background: palette.soft, color: palette.primary }}
            >
              Paid
            </span>
          </div>
        </div>
      </div>
    </figure>
  )
}
