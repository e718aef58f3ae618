import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"
import { OptionalReason } from "#contract/identity/reason.ts"
import { PlainText, RecordId } from "#contract/primitives.ts"

/** Parts of the product as people know them. */
export const ServicePart = z.enum(["accounts", "files", "pictures", "payments", "mail"])
export type ServicePart = z.infer<typeof ServicePart>

/** How a part is: "slow" when it works for some, or late. */
export const PartState = z.enum(["working", "slow", "down"])
export type PartState = z.infer<typeof PartState>

/** What operators say about a trouble; "" in `endedAt` while it lasts. */
export const Incident = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  startedAt: z.string(),
  updatedAt: z.string(),
  endedAt: z.string(),
})
export type Incident = z.infer<typeof Incident>

/** How long troubles that are over stay on the page, in days. */
export const incidentDays = 30

export const getServiceStatus = endpoint({
  method: "GET",
  path: "/service-status",
  access: "anyone",
  isForAnonymousToo: true,
  summary: "How the parts of the product are just now, and what operators say about troubles of the last month",
  reply: z.object({
    data: z.object({
      /** When it was looked at; a look counts for some seconds. */
      checkedAt: z.string(),
      parts: z.array(z.object({ part: ServicePart, state: PartState })),
      incidents: z.array(Incident),
    }),
  }),
})

/** Calls of the operators who tell people about troubles. */

export const AdminIncident = Incident.extend({
  /** Grows with every change; a change names the one it was made from. */
  version: z.number().int(),
})
export type AdminIncident = z.infer<typeof AdminIncident>

const IncidentValues = {
  title: PlainText.trim().min(3, "Please say in a few words what it is").max(120),
  text: PlainText.trim().min(3, "Please say what people should know").max(2_000),
  reason: OptionalReason,
}

export const listIncidents = endpoint({
  method: "GET",
  path: "/operators/incidents",
  access: "session",
  summary: "The last notes for the status page, those that last first",
  reply: z.object({ data: z.array(AdminIncident) }),
})

export const listIncidentsCsv = endpoint({
  method: "GET",
  path: "/operators/incidents.csv",
  access: "session",
  summary: "Every note there ever was, as a table for spreadsheets",
  reply: z.unknown(),
})

export const addIncident = endpoint({
  method: "POST",
  path: "/operators/incidents",
  access: "session",
  summary: "Puts a note on the status page",
  body: z.object(IncidentValues),
  status: 201,
  reply: z.object({ message: z.string(), data: AdminIncident }),
})

export const changeIncident = endpoint({
  method: "PUT",
  path: "/operators/incidents/:incidentId",
  access: "session",
  summary: "Changes a note, and says whether the trouble is over, unless somebody else changed it meanwhile",
  params: z.object({ incidentId: RecordId }),
  body: z.object({ ...IncidentValues, isOver: z.boolean(), version: z.number().int().min(1) }),
  reply: z.object({ message: z.string(), data: AdminIncident }),
})
