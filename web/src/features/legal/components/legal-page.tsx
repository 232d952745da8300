import type { ReactNode } from 'react'
import { PublicLayout } from '~/components/public-layout.tsx'
import { DocumentTitle, useScreenTitle } from '~/components/ui/page-header.tsx'
import { Callout } from '~/components/ui/states.tsx'

export interface Section {
  title: string
  /** Paragraphs. */
  text?: readonly string[]
  /** Below the text: names with explanations. */
  list?: readonly (readonly [name: string, text: string])[]
}

/** A text in numbered sections, each with an address of its own. `about` says what it is about, for the operator to adapt. */
export function LegalPage({
  intro,
  about,
  sections,
}: {
  intro: string
  about: ReactNode
  sections: readonly Section[]
}) {
  return (
    <PublicLayout>
      <div className="mx-auto w-full max-w-2xl flex-1 px-4 py-10 md:px-8 md:py-16">
        <DocumentTitle />
        <h1 className="text-3xl font-semibold tracking-tight md:text-4xl">{useScreenTitle()}</h1>
        <p className="mt-3 text-lg text-muted">{intro}</p>
        <Callout className="mt-6" title="For the operator of this installation">
          {about}
        </Callout>
        {sections.map((section, index) => (
          <section key={section.title} id={anchorOf(section.title)} className="mt-9 scroll-mt-20">
            <h2 className="text-lg font-semibold tracking-tight">
              <span className="figures mr-2 text-brass">{index + 1}</span>
              {section.title}
            </h2>
            {section.text?.map((paragraph) => (
              <p key={paragraph} className="mt-2 leading-relaxed">
                {paragraph}
              </p>
            ))}
            {section.list && (
              <dl className="mt-3 grid gap-3 border-l-2 border-line-strong pl-4">
                {section.list.map(([name, text]) => (
                  <div key={name}>
                    <dt className="font-medium">{name}</dt>
                    <dd className="leading-relaxed text-muted">{text}</dd>
                  </div>
                ))}
              </dl>
            )}
          </section>
        ))}
      </div>
    </PublicLayout>
  )
}

const anchorOf = (title: string) => title.toLowerCase().replaceAll(/[^a-z]+/g, '-')
