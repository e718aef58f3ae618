import type { ReactElement } from "react"
import { DataSaverSwitch } from "#web/content/data-saver-switch.tsx"
import { PlaceForm } from "#web/content/place/place-form.tsx"
import { useSession } from "#web/lib/session/session.ts"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { ActivitySection } from "./activity-section.tsx"
import { CreditsHistory } from "./credits-history.tsx"
import { EmailForm } from "./email-form.tsx"
import { IdentitiesSection } from "./identities-section.tsx"
import { InviteSection } from "./invite-section.tsx"
import { NameForm } from "./name-form.tsx"
import { NoticesSection } from "./notices-section.tsx"
import { OrderList } from "./order-list.tsx"
import { OwnDataSection } from "./own-data-section.tsx"
import { PasskeysSection } from "./passkeys-section.tsx"
import { PasswordForm } from "./password-form.tsx"
import { SecondFactorSection } from "./second-factor-section.tsx"
import { Section } from "./section.tsx"
import { SessionsSection } from "./sessions-section.tsx"

/** /account: who the person is, how they get in, where they are signed in and what happened. */
export function AccountScreen(): ReactElement {
  const user = useSession()
  const { id, name, email, isEmailVerified, hasPassword } = user
  return (
    <div className="grid gap-6 sm:gap-8">
      <h1 className="text-3xl">My account</h1>
      <div className="grid gap-3 sm:gap-6 lg:grid-cols-2">
        <div className="grid min-w-0 content-start gap-3 sm:gap-6">
          <Section
            id="name"
            title="Name"
            now={name}
            intro="On your certificates and receipts. We greet you by its second word."
          >
            <NameForm key={id} name={name} />
          </Section>
          <Section
            id="place"
            title="Phone and place"
            intro="For receipts, classes and calls. Our team can read them; other people cannot."
          >
            <PlaceForm key={user.profileId} user={user} label="Save phone and place" />
          </Section>
          <Section
            id="email"
            title="E-mail"
            now={
              email === "" ? (
                "No address yet."
              ) : (
                <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
                  {email}
                  <Badge tone={isEmailVerified ? "leaf" : "amber"}>
                    {isEmailVerified ? "Confirmed" : "Not confirmed"}
                  </Badge>
                </span>
              )
            }
          >
            <EmailForm hasPassword={hasPassword} />
          </Section>
          <Section
            id="password"
            title="Password"
            intro={hasPassword ? "Changing it signs out your other devices." : "You have none yet. Choose one."}
          >
            <PasswordForm hasPassword={hasPassword} />
          </Section>
          <PasskeysSection isConfirmed={isEmailVerified} />
          <SecondFactorSection hasPassword={hasPassword} isEmailVerified={isEmailVerified} />
          <IdentitiesSection />
          <SessionsSection />
          <ActivitySection />
        </div>
        <div className="grid min-w-0 content-start gap-3 sm:gap-6">
          <Section
            id="credits"
            title="Credits"
            intro="What came in and what was spent."
            action={
              <LinkButton to="/credits-billing" variant="secondary">
                Buy credits
              </LinkButton>
            }
          >
            <CreditsHistory />
          </Section>
          <Section
            id="orders"
            title="Orders and receipts"
            intro="What you ordered, with its state. Orders that nobody paid go in time."
          >
            <OrderList />
          </Section>
          <InviteSection />
          <NoticesSection />
          <Section
            id="data-saver"
            title="Data saver"
            intro="For slow and dear connections. Until you choose, it does as your device asks."
          >
            <DataSaverSwitch />
          </Section>
          <OwnDataSection hasPassword={hasPassword} />
        </div>
      </div>
    </div>
  )
}
