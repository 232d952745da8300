import { createElement, use } from 'react'
import type { Screen } from './router.tsx'

/** What a screen shows, once its code is there. Addresses of one page share it, and so what has been typed into it. */
export function ScreenPage({ screen }: { screen: Screen }) {
  const { Component } = screen.now() ?? use(screen.wait())
  return createElement(Component)
}
