import type { BrandingSettings } from '@keyhold/contracts/identity/branding'
import type { ColorPair } from '@keyhold/contracts/identity/branding-colors'

/** The form as it is typed. */
export interface Draft {
  name: string
  colors: ColorPair
}

/** Keyhold's own on light pages (web/src/styles/tokens.css). */
export const keyholdColors: ColorPair = { primary: '#14573f', text: '#ffffff' }

export const isKeyholds = ({ primary, text }: ColorPair): boolean =>
  primary.toLowerCase() === keyholdColors.primary && text.toLowerCase() === keyholdColors.text

export const draftOf = ({ name, colors }: Pick<BrandingSettings, 'name' | 'colors'>): Draft => ({
  name: name ?? '',
  colors: colors ?? keyholdColors,
})
