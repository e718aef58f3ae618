import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  // The place of a certificate's badge in the status lists; never given twice, also after a deletion.
  await sql`
    alter table certificates
      add column status_position integer generated always as identity unique`.execute(db)

  // Outlives the certificate: a badge that was withdrawn stays withdrawn when its person's account is deleted.
  await sql`
    create table withdrawn_badges (
      status_position integer primary key,
      withdrawn_at timestamptz not null
    )`.execute(db)
  await sql`
    insert into withdrawn_badges (status_position, withdrawn_at)
    select status_position, withdrawn_at from certificates where withdrawn_at is not null`.execute(db)

  await sql`
    create table badge_keys (
      id uuid primary key,
      -- The newest one signs.
      sequence integer not null unique generated always as identity,
      -- Modulus and exponent, as a JWK has them.
      modulus text not null,
      exponent text not null,
      -- Sealed with the installation's key; gone once the key was withdrawn.
      private_key bytea,
      created_at timestamptz not null,
      withdrawn_at timestamptz,
      check ((private_key is null) = (withdrawn_at is not null))
    )`.execute(db)
}
