import { createElement, use } from 'react'
import { ScreenTitle } from '~/components/ui/page-header.tsx'
import type { Screen } from './screen.ts'

/** What a screen shows, once its code is there. Addresses of one page share it, and so what has been typed into it. */
export function ScreenPage({ screen }: { screen: Screen }) {
  const { Component } = screen.now() ?? use(screen.wait())
  return <ScreenTitle value={screen.title}>{createElement(Component)}</ScreenTitle>
}
