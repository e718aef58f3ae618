import type { ReactElement } from "react"
import { contactFormPath } from "#contract/catalogue/contact-path.ts"
import { careers } from "#web/content/careers.ts"
import { contactAddress } from "#web/content/public-pages.ts"
import { SitePicture } from "#web/content/site-picture.tsx"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { AddressForm } from "#web/ui/form/address-form.tsx"
import { PageIntro } from "#web/ui/layout/page-intro.tsx"
import { PageSection } from "#web/ui/layout/page-section.tsx"
import { plainPictures } from "./plain-pictures.ts"

/** "/careers": how we work, and honestly that nobody is looked for. */
export function CareersScreen(): ReactElement {
  const { title, lead, none, how, mentors } = careers
  return (
    <>
      <PageIntro title={title} text={lead}>
        <SitePicture
          from={plainPictures}
          name="careers-hero"
          sizes="(min-width: 1200px) 500px, (min-width: 1024px) 42vw, 92vw"
          isPriority
          className="aspect-[3/2]"
        />
      </PageIntro>
      <PageSection id="positions" title={none.title} layout="beside">
        <div className="grid max-w-measure gap-5">
          <p className="text-lg">{none.text}</p>
          <AddressForm
            action={contactFormPath}
            about={{ name: "subject", value: none.subject }}
            label={none.label}
            button={none.link}
            note={none.note}
            load={async () => {
              const { sendInterest } = await import("./send-interest.ts")
              return (email) => sendInterest(none.subject, email)
            }}
            done={(email) => (
              <p role="status" className="border-l-2 border-leaf pl-5 text-lg">
                We have {email}. We write when something fits.
              </p>
            )}
          />
          <p className="text-ink-soft">
            <TextLink to={contactAddress(none.subject)}>{none.more}</TextLink>
          </p>
        </div>
      </PageSection>
      <PageSection id="how" title={how.title} ground="cotton">
        <dl className="grid gap-8 md:grid-cols-3">
          {how.items.map((item) => (
            <div key={item.title} className="grid content-start gap-2 border-l-2 border-ochre pl-5">
              <dt className="font-display text-xl font-semibold">{item.title}</dt>
              <dd className="text-ink-soft">{item.text}</dd>
            </div>
          ))}
        </dl>
      </PageSection>
      <PageSection id="mentors" title={mentors.title} layout="beside">
        <div className="grid justify-items-start gap-5">
          <p className="max-w-measure text-lg">{mentors.text}</p>
          <LinkButton to={contactAddress(mentors.subject)} variant="secondary">
            {mentors.link}
          </LinkButton>
        </div>
      </PageSection>
    </>
  )
}
