import { type ReactElement, useState } from "react"
import { Combobox } from "#web/ui/form/combobox.tsx"
import { FormSummary } from "#web/ui/form/form-summary.tsx"
import { PasswordField } from "#web/ui/form/password-field.tsx"
import { SelectField } from "#web/ui/form/select-field.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { TextareaField } from "#web/ui/form/textarea-field.tsx"
import { Section } from "./section.tsx"

const shapes = [
  { value: "5:4", label: "5:4" },
  { value: "4:3", label: "4:3" },
  { value: "21:9", label: "21:9, not in this mode", disabled: true },
  { value: "9:21", label: "9:21" },
]

const countries = ["Bénin", "Cameroon", "Côte d’Ivoire", "Ghana", "Kenya", "Nigeria", "Sénégal", "United Kingdom"].map(
  (name) => ({ value: name, label: name }),
)

const wrong = [
  { id: "mail-part", label: "E-mail", isRight: false, onGo: () => document.getElementById("mail-part")?.focus() },
  { id: "name-part", label: "First name", isRight: true, onGo: () => document.getElementById("name-part")?.focus() },
]

/** Everything that is typed into or picked from a list. */
export function FieldsSection(): ReactElement {
  const [country, setCountry] = useState("Nigeria")
  const [state, setState] = useState("")
  return (
    <Section title="Fields">
      <FormSummary fields={wrong} />
      <div className="grid gap-x-8 gap-y-2 md:grid-cols-2">
        <TextField id="name-part" label="First name" autoComplete="given-name" defaultValue="Adéọlá" />
        <TextField label="Shop name" optional hint="As your customers know it." />
        <TextField id="mail-part" label="E-mail" type="email" defaultValue="adeola@" error="Invalid email address" />
        <TextField label="Account number" disabled defaultValue="Not yours to change" />
        <PasswordField label="Password" autoComplete="current-password" defaultValue="indigo-and-ochre" />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          defaultValue="indigo-and-ochre"
          note="Strong password."
          startVisible
        />
        <SelectField label="More shapes" choices={shapes} placeholder="Choose a shape" />
        <SelectField label="Shape" choices={shapes} defaultValue="4:3" error="Required" />
        <Combobox label="Country" choices={countries} value={country} onPick={setCountry} />
        <Combobox
          label="State"
          choices={[]}
          value={state}
          onPick={setState}
          acceptsText
          hint="Type it if it is not in the list."
          error="State is required"
        />
        <TextareaField label="Prompt" maxLength={1000} defaultValue="A shea butter jar on a clay table, warm light." />
        <TextareaField label="Anything else?" optional error="Prompt too short" />
      </div>
    </Section>
  )
}
