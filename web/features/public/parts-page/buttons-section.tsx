import { Download, Sparkles, Trash } from "lucide-react"
import { type ReactElement, useState } from "react"
import { Button } from "#web/ui/button/button.tsx"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { Chip, RemovableChip } from "#web/ui/feedback/chip.tsx"
import { Tooltip } from "#web/ui/overlay/tooltip.tsx"
import { Row, Section } from "./section.tsx"

const variants = ["primary", "secondary", "quiet", "accent", "danger"] as const
const tones = ["neutral", "indigo", "ochre", "leaf", "clay", "amber"] as const

/** Is busy for two seconds when it is pressed, and as wide as before. */
function BusyForAWhile(): ReactElement {
  const [isBusy, setIsBusy] = useState(false)
  const begin = (): void => {
    setIsBusy(true)
    setTimeout(() => setIsBusy(false), 2_000)
  }
  return (
    <Button size="large" busy={isBusy} busyWords="Submitting ..." onClick={begin}>
      Start your Bags shoot now
    </Button>
  )
}

/** Buttons, links, chips and badges. */
export function ButtonsSection(): ReactElement {
  const [filters, setFilters] = useState<readonly string[]>(["Jewelry"])
  const toggle = (name: string): void =>
    setFilters(filters.includes(name) ? filters.filter((other) => other !== name) : [...filters, name])
  return (
    <Section title="Buttons and marks">
      {variants.map((variant) => (
        <Row key={variant}>
          <Button variant={variant}>{variant}</Button>
          <Button variant={variant}>
            <Sparkles aria-hidden="true" />
            With an icon
          </Button>
          <Button variant={variant} busy>
            Busy
          </Button>
          <Button variant={variant} busy busyWords="Saving …">
            Save
          </Button>
          <Button variant={variant} disabled>
            Disabled
          </Button>
          <Button variant={variant} size="icon" aria-label={`Download, ${variant}`}>
            <Download aria-hidden="true" />
          </Button>
        </Row>
      ))}
      <Row>
        <Button size="large">Generate (5 credit)</Button>
        <BusyForAWhile />
        <LinkButton to="/dev/ui" variant="secondary" size="large">
          A link as a button
        </LinkButton>
        <TextLink to="/dev/ui">A link in text</TextLink>
        <Tooltip text="Deleted pictures are gone for good.">
          <Button variant="secondary" size="icon" aria-label="Delete">
            <Trash aria-hidden="true" />
          </Button>
        </Tooltip>
      </Row>
      <Row>
        {["Fashion", "Jewelry", "Footwear", "Home"].map((name) => (
          <Chip key={name} isPressed={filters.includes(name)} onPress={() => toggle(name)}>
            {name}
          </Chip>
        ))}
        <RemovableChip onRemove={() => setFilters([])}>Clay backdrop</RemovableChip>
      </Row>
      <Row>
        {tones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        <Badge tone="amber" dot="pulsing">
          Training in progress
        </Badge>
        <Badge tone="leaf" dot="still">
          Photoshoot ready
        </Badge>
      </Row>
    </Section>
  )
}
