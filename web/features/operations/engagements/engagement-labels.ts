import type { EngagementStatus } from "#contract/catalogue/engagement-steps.ts"
import type { EngagementService } from "#contract/operations/engagements-admin.ts"

/** What each state of an engagement is called, and how it is coloured. */
export const engagementStates: Readonly<
  Record<EngagementStatus, { label: string; tone: "neutral" | "indigo" | "ochre" | "leaf" | "clay" }>
> = {
  lead: { label: "Lead", tone: "ochre" },
  proposal: { label: "Proposal", tone: "indigo" },
  active: { label: "Active", tone: "leaf" },
  done: { label: "Done", tone: "neutral" },
  lost: { label: "Lost", tone: "clay" },
}

/** What can be built for a client. */
export const serviceWords: Readonly<Record<EngagementService, string>> = {
  leadpilot: "LeadPilot: outreach",
  studiogen: "StudioGen: product photos",
  clonecast: "CloneCast: content",
  ugcpro: "UGCPro: adverts",
  convertflow: "ConvertFlow: leads",
  enterprise: "Inside a company",
  other: "Something else",
}
