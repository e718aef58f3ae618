import type { PersonalData } from "#server/declarations/personal-data.ts"

/** What a copy has that does not come in, by its names: whole ones, or folders that end with a slash. */
const groups: readonly { what: string; why: string; names: readonly string[] }[] = [
  {
    what: "credits, payments, orders, invitations, roles, sessions, settings and ways to sign in",
    why: "they belong to the installation they were made in",
    names: [
      ...["about.json", "account.json", "terms.json", "activity.json", "identities.json", "passkeys.json"],
      ...["second-factor.json", "credits.json", "payments.json", "orders.json", "invitations.json"],
      ...["documents/bonuses.json", "documents/codes.json"],
    ],
  },
  {
    what: "notices, messages, agreements, applications, reports and what operators did",
    why: "they are between the person and the other installation",
    names: [
      ...["notices.json", "messages.json", "contracts.json", "operator-acts.json", "reports.json", "takedowns.json"],
      ...["admissions.json", "documents/applications.json", "documents/engagements.json"],
    ],
  },
  {
    what: "lessons done, answers, hand-ins and certificates",
    why: "what counts towards a certificate is decided where it was learnt",
    names: ["learning.json"],
  },
  { what: "words in discussions", why: "they answer others there", names: ["discussions.json"] },
  { what: "uploaded documents", why: "they belong to lessons and hand-ins there", names: ["files/"] },
  {
    what: "pictures of shoots",
    why: "they are not taken in yet",
    names: ["photoshoots/", "documents/photoshoots.json"],
  },
  {
    what: "own models and their views",
    why: "they are not taken in yet",
    names: ["models/", "documents/trainings.json"],
  },
  { what: "products and the shop", why: "they are not taken in yet", names: ["products.json", "shop.json"] },
  { what: "private links", why: "their addresses are of the other installation", names: ["private-links.json"] },
  { what: "marks of what is in the trash", why: "the trash stays there", names: ["trash.json"] },
]

/** Most names that a line tells. */
const toldNames = 5

function has(name: string, wanted: string): boolean {
  return wanted.endsWith("/") ? name.startsWith(wanted) : name === wanted
}

/** One line for each thing of a copy that no feature takes in, unknown ones by their names: nothing stays behind unsaid. */
export async function leftOut(
  copy: { names: readonly string[]; count(name: string): Promise<number> },
  sources: readonly PersonalData[],
): Promise<string[]> {
  const taken = sources.flatMap(({ takes = [] }) => takes)
  const rest = new Set(copy.names.filter((name) => !taken.some((wanted) => has(name, wanted))))
  const lines: string[] = []
  for (const { what, why, names } of groups) {
    const found = [...rest].filter((name) => names.some((wanted) => has(name, wanted)))
    for (const name of found) rest.delete(name)
    const counts = await Promise.all(found.map((name) => (name.endsWith(".json") ? copy.count(name) : 1)))
    if (counts.some((count) => count > 0)) lines.push(`${what}: ${why}`)
  }
  const names = [...rest]
  const more = names.length > toldNames ? ` and ${names.length - toldNames} more` : ""
  if (names.length > 0) lines.push(`${names.slice(0, toldNames).join(", ")}${more}: this version does not know them`)
  return lines
}
