import { type Kysely, sql } from "kysely"

/**
 * Albums of a person's pictures. That a picture is in one is a row by itself, so that two devices that put in and take out
 * lose nothing of each other. An album may be a product's folder, have private links, and be named by an order.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table albums (
    id text primary key,
    account_id text not null references accounts (id) on delete cascade,
    name text not null,
    product_id text unique references products (id) on delete set null,
    is_archived boolean not null default false,
    created_at timestamptz not null default now()
  )`,
  `create index albums_account_idx on albums (account_id)`,
  `create table album_pictures (
    album_id text not null references albums (id) on delete cascade,
    generation_id text not null references generations_with_trash (id) on delete cascade,
    added_at timestamptz not null default now(),
    primary key (album_id, generation_id)
  )`,
  `create index album_pictures_generation_idx on album_pictures (generation_id)`,
  `alter table runs add column album_id text references albums (id) on delete set null`,
  `create index runs_album_idx on runs (album_id) where album_id is not null`,
  `alter table private_links
    add column album_id text references albums (id) on delete cascade,
    drop constraint private_links_check,
    add constraint private_links_check check (num_nonnulls(generation_id, photoshoot_id, album_id) = 1)`,
  `create index private_links_album_idx on private_links (album_id) where album_id is not null`,
]
