import { screen, waitFor, within } from "@testing-library/react"
import { expect, test } from "vitest"
import { listCohorts } from "#contract/academy/cohorts-admin.ts"
import { openPrograms } from "#contract/catalogue/programs/open-programs.ts"
import { termsOf } from "#contract/catalogue/programs/terms.ts"
import {
  changeTeamRole,
  endInvitation,
  type Invitation,
  inviteToTeam,
  listInvitations,
  listTeam,
  renewInvitation,
  roleWords,
  type TeamMember,
} from "#contract/identity/operators.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { TeamScreen } from "./team-screen.tsx"

const at = "2026-01-05T10:00:00.000+00:00"

const member: TeamMember = {
  ...{ id: "bola", name: "Bola Ade", email: "bola@example.com", role: "support", cohortIds: [] },
  ...{ hasSecondFactor: true, since: at },
}

const waiting: Invitation = {
  ...{ id: "i1", role: "finance", cohortIds: [], email: "ada@example.com", madeBy: "Ada Obi" },
  ...{ createdAt: at, endsAt: "2026-01-12T10:00:00.000+00:00" },
}

const program = openPrograms[0] as (typeof openPrograms)[number]
const cohort = {
  ...{ id: "strategy_and_consulting-3", programId: program.slug, number: 3, startsOn: "2026-03-01" },
  ...{ applyBy: "2026-02-01", enrolBy: "2026-02-20", seats: 30, taken: 0, fullScholarships: 0, partialScholarships: 0 },
  ...{
    isOpen: true,
    isPlanned: false,
    version: 1,
    terms: termsOf(program, { applicationFeeNaira: null, tuition: null, texts: null }),
  },
}

function openTeam(invitations: readonly Invitation[]) {
  const api = fakeApi()
  api.answer(listTeam, { data: [member] })
  api.answer(listInvitations, { data: [...invitations] })
  api.answer(listCohorts, { data: [cohort], waiting: {} })
  return { api, user: renderScreen(<TeamScreen />, { at: "/operator/team" }) }
}

test("a role is explained where it is given, and a teacher is given cohorts", async () => {
  const { api, user } = openTeam([])
  await user.click(await screen.findByRole("button", { name: "Change the role of Bola Ade" }))
  const dialog = within(await screen.findByRole("dialog"))
  dialog.getByText(roleWords.support)
  expect(dialog.queryByRole("group", { name: "Cohorts of this teacher" })).toBeNull()
  await user.selectOptions(dialog.getByLabelText("Role"), "teacher")
  dialog.getByText(roleWords.teacher)
  await user.click(dialog.getByLabelText(`${program.program_name}, cohort 3`))
  await user.type(dialog.getByLabelText("Reason"), "Teaches now")
  api.answer(changeTeamRole, { message: "The role is teacher now." })
  await user.click(dialog.getByRole("button", { name: "Change the role" }))
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  expect(api.callsOf(changeTeamRole)[0]?.body).toEqual({
    ...{ role: "teacher", cohortIds: [cohort.id], reason: "Teaches now" },
  })
})

test("an invitation goes to an address, waits in the list, gets a new link, and is ended", async () => {
  const { api, user } = openTeam([waiting])
  await user.click(await screen.findByRole("button", { name: "Invite somebody" }))
  const dialog = within(await screen.findByRole("dialog"))
  await user.type(dialog.getByLabelText(/^E-mail address/), "efe@example.com")
  await user.type(dialog.getByLabelText("Reason"), "We grow")
  api.answer(inviteToTeam, { message: "The invitation is on its way.", data: { url: "" } })
  await user.click(dialog.getByRole("button", { name: "Invite" }))
  await screen.findByText("The invitation is on its way.")
  expect(api.callsOf(inviteToTeam)[0]?.body).toMatchObject({ role: "support", cohortIds: [], email: "efe@example.com" })
  expect(screen.queryByLabelText("The invitation")).toBeNull()

  const list = within(await screen.findByRole("region", { name: "Invitations that wait" }))
  list.getByText(/By Ada Obi/)
  const url = "https://aworan.example/operator?token=anew"
  api.answer(renewInvitation, { message: "This is the link now.", data: { url } })
  await user.click(list.getByRole("button", { name: "Copy a new link: ada@example.com" }))
  expect(await screen.findByLabelText("The invitation")).toHaveProperty("value", url)
  await navigator.clipboard.writeText("")
  await user.click(screen.getByRole("button", { name: "Copy" }))
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(url))
  const end = () => list.getByRole("button", { name: "End: ada@example.com" })
  await waitFor(() => expect(end().getAttribute("aria-busy")).not.toBe("true"))
  api.refuse(endInvitation, "not_found", "This invitation was used or ended.")
  await user.click(end())
  await list.findByText("This invitation was used or ended.")
  api.answer(endInvitation, { message: "The invitation is ended." })
  api.answer(listInvitations, { data: [] })
  await waitFor(() => expect(end().getAttribute("aria-busy")).not.toBe("true"))
  await user.click(end())
  await waitFor(() => expect(screen.queryByRole("region", { name: "Invitations that wait" })).toBeNull())
})
