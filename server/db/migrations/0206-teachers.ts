import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const roles = "check (role in ('owner', 'finance', 'admissions', 'content', 'support', 'teacher'))"

const statements = [
  `alter table operators drop constraint operators_role_check, add constraint operators_role_check ${roles}`,
  `alter table operator_invites drop constraint operator_invites_role_check,
    add constraint operator_invites_role_check ${roles}`,

  // Cohorts that a teacher was given. They go with the role: whoever gets it again starts with none.
  `create table operator_cohorts (
    account_id text not null references operators (account_id) on delete cascade,
    cohort_id text not null references cohorts (id) on delete cascade,
    primary key (account_id, cohort_id)
  )`,
  `create index operator_cohorts_cohort_idx on operator_cohorts (cohort_id)`,

  // An invitation that waits is listed, sent again and ended, which its hash alone cannot name.
  `alter table operator_invites
    add column id text not null default gen_random_uuid()::text unique,
    add column email text,
    add column cohort_ids text[] not null default '{}'`,
]
