import { createElement, use } from 'react'
import { ScreenTitle } from '~/components/ui/page-header.tsx'
import type { Screen } from './screen.ts'

/** A screen, once its code is loaded. Addresses of one page share the component, and with it what has been typed. */
export function ScreenPage({ screen }: { screen: Screen }) {
  const { Component } = screen.now() ?? use(screen.wait())
  return <ScreenTitle value={screen.title}>{createElement(Component)}</ScreenTitle>
}
