import { type Kysely, sql } from "kysely"

/**
 * What refers to a file refers to its row, whose content never changes. What was handed in before is no copy; it is
 * theirs to see from now on, and nobody's to change. An id under which somebody else's file lies by now is left out:
 * only a file of whoever named it that operators were let in to counts. The lists of ids stay for the release before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const shared = `exists (select from unnest(file.permissions) as permission where permission like 'read("team:operators/%')`

const statements = [
  `create table lesson_files (
    lesson_id text not null references lessons (id) on delete cascade,
    position integer not null,
    file_sequence bigint not null references files (sequence) on delete cascade,
    title text not null,
    is_in_text boolean not null,
    primary key (lesson_id, position)
  )`,
  `create index lesson_files_file_idx on lesson_files (file_sequence)`,
  `insert into lesson_files
    select lessons.id, named.position, file.sequence, named.value ->> 'title', (named.value ->> 'isInText')::boolean
    from lessons, jsonb_array_elements(lessons.files) with ordinality as named (value, position)
    join files file on file.bucket_id = named.value ->> 'bucketId' and file.id = named.value ->> 'fileId'
      and file.is_ready and file.mime_type = named.value ->> 'mimeType'
      and file.byte_size = (named.value ->> 'byteSize')::bigint
    where ${shared}`,

  `create table task_submission_files (
    submission_id text not null references task_submissions (id) on delete cascade,
    position integer not null,
    file_sequence bigint not null references files (sequence) on delete cascade,
    primary key (submission_id, position)
  )`,
  `create index task_submission_files_file_idx on task_submission_files (file_sequence)`,
  `insert into task_submission_files
    select task_submissions.id, named.position, file.sequence
    from task_submissions, jsonb_array_elements(task_submissions.files) with ordinality as named (value, position)
    join files file on file.bucket_id = named.value ->> 'bucketId' and file.id = named.value ->> 'fileId'
    where file.account_id = task_submissions.account_id and file.is_ready and ${shared}`,
  `alter table task_submissions alter column files set default '[]'`,

  `alter table assessment_answers add column file_sequence bigint references files (sequence) on delete set null`,
  `create index assessment_answers_file_idx on assessment_answers (file_sequence) where file_sequence is not null`,
  `update assessment_answers set file_sequence = file.sequence
    from assessments, files file
    where assessments.id = assessment_answers.assessment_id and file.bucket_id = 'images'
      and file.id = assessment_answers.value #>> '{}' and file.account_id = assessments.account_id
      and file.is_ready and ${shared}`,

  `update files set permissions = array(select permission from unnest(permissions) as permission
      where permission like 'read(%')
    where sequence in (select file_sequence from task_submission_files
      union select file_sequence from assessment_answers where file_sequence is not null)`,
]
