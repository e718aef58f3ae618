import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // How a photo was cut out for a training, before anything is paid, and what its owner said of that.
  `create table training_looks (
    file_sequence bigint primary key references files (sequence) on delete cascade,
    is_sure boolean not null,
    confidence real not null,
    chosen text not null default 'first' check (chosen in ('first', 'other')),
    settled_at timestamptz
  )`,
  `create table training_cut_outs (
    file_sequence bigint not null references training_looks (file_sequence) on delete cascade,
    answer text not null check (answer in ('first', 'other')),
    storage_key text not null,
    primary key (file_sequence, answer)
  )`,
  `create trigger training_cut_outs_orphan after delete on training_cut_outs
    for each row execute function orphan_picture()`,
]
