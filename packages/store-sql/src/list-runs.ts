import {
  finalRunStatuses,
  type Page,
  type Run,
  type RunQuery,
  type RunStatus,
  type RunType,
  runTypes,
} from '@runwright/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { contains } from './contains.ts';
import { isPostgres } from './is-postgres.ts';
import { hasEntry, hasMetadata, type MetadataEntry, rarestFirst } from './metadata-filter.ts';
import { cutPage } from './page.ts';
import { readRunPage } from './read-run-page.ts';
import type { Tables } from './tables.ts';

/** Place of a run in a list. */
interface Key {
  readonly run_id: string;
  readonly created_at: number;
}
interface Filter extends Omit<RunQuery, 'page' | 'pageSize' | 'searchKey' | 'metadata'> {
  /** The one that the fewest runs have first. */
  readonly metadata: readonly MetadataEntry[];
}

/** Newest runs whose texts are compared before the index is asked: a text that is common is found among them. */
const newest = 2000;
/** Runs that the index may find. A text that more runs have is found among the newest sooner. */
const maxHits = 5000;
/** Runs whose texts are compared at once, when neither has answered. */
const chunk = 10_000;
/** Shortest text that an index of trigrams knows. Shorter ones are looked for in the newest runs alone. */
const shortestHit = 3;
const newestForShort = 5000;
const openStatuses: readonly RunStatus[] = ['created', 'queued', 'running', 'paused', 'finalizing'];
const allStatuses: readonly RunStatus[] = [...openStatuses, ...finalRunStatuses];

/** Lists runs. The page is found in indexes alone, and only its rows are read. */
export async function listRuns(
  db: Kysely<Tables>,
  { page, pageSize, searchKey, metadata, ...rest }: RunQuery,
): Promise<Page<Run>> {
  if (rest.statuses?.length === 0 || rest.types?.length === 0) return cutPage([], { page, pageSize });
  const filter = { ...rest, metadata: await rarestFirst(db, rest.organizationId, metadata) };
  const part = { limit: pageSize + 1, offset: (page - 1) * pageSize };
  const keys =
    searchKey === undefined
      ? await readKeys(db, keysOf(filter, part))
      : await search(db, { filter, searchKey, ...part });
  const { items, next } = cutPage(keys, { page, pageSize });
  return {
    items: await readRunPage(
      db,
      items.map((key) => key.run_id),
    ),
    next,
  };
}

interface Search {
  readonly filter: Filter;
  readonly searchKey: string;
  readonly limit: number;
  readonly offset: number;
}

/**
 * Compares the texts of the newest runs, which is enough for a common text; then asks the index, which is enough for a rare
 * one; then goes on with the runs that are left.
 */
async function search(db: Kysely<Tables>, { filter, searchKey, limit, offset }: Search): Promise<Key[]> {
  const found: Key[] = [];
  const isShort = [...searchKey].length < shortestHit;
  let after: Key | undefined;
  for (let size = isShort ? newestForShort : newest; ; size = chunk) {
    const compared = await compare(db, filter, { searchKey, size, after });
    found.push(...compared.filter((row) => row.found === 1));
    const isOver = isShort || compared.length < size || found.length >= offset + limit;
    if (isOver) return found.slice(offset, offset + limit);
    const hits = after ? null : await findByIndex(db, { filter, searchKey, limit, offset });
    if (hits !== null) return hits;
    after = compared.at(-1);
  }
}

/** Compares the texts of the runs that come after one in the list. */
async function compare(
  db: Kysely<Tables>,
  filter: Filter,
  options: { readonly searchKey: string; readonly size: number; readonly after: Key | undefined },
) {
  const keys = keysOf(filter, { limit: options.size, offset: 0, after: options.after });
  // A subquery, because a join may read all texts in order to compare a few.
  const { rows } = await sql<Key & { readonly found: 0 | 1 | null }>`
    select run_id, created_at, (
      select case when ${contains('texts.search_text', options.searchKey)} then 1 else 0 end
      from run_search as texts where texts.run_id = place.run_id
    ) as found from (${keys}) as place`.execute(db);
  return rows;
}

/** Returns the page of the runs that the index finds; null when there is none, or it finds too many. */
async function findByIndex(
  db: Kysely<Tables>,
  { filter, searchKey, limit, offset }: Search,
): Promise<Key[] | null> {
  if (!(await isIndexed(db))) return null;
  const { organizationId, createdAfter = 0, createdBefore = Number.MAX_SAFE_INTEGER } = filter;
  // The texts of an index that has no columns and positions are compared too.
  const candidates = isPostgres(db)
    ? sql`run_search as texts where`
    : sql`run_trigrams join run_search as texts on texts.id = run_trigrams.rowid
        where run_trigrams match ${trigramsOf(searchKey)} and`;
  const { rows: hits } = await sql<Key>`
    select texts.run_id, texts.created_at from ${candidates} ${contains('texts.search_text', searchKey)}
    and texts.organization_id = ${organizationId}
    and texts.created_at between ${createdAfter} and ${createdBefore} limit ${maxHits + 1}`.execute(db);
  if (hits.length > maxHits) return null;
  const { statuses, types, workflowPermanentId, metadata } = filter;
  const isWhole = (statuses ?? types ?? workflowPermanentId) === undefined && metadata.length === 0;
  if (isWhole || hits.length === 0) return [...hits].sort(newestFirst).slice(offset, offset + limit);
  const ids = JSON.stringify(hits.map((hit) => hit.run_id));
  const hit = isPostgres(db)
    ? sql`select jsonb_array_elements_text(${ids}::jsonb)`
    : sql`select value from json_each(${ids})`;
  return await readKeys(
    db,
    sql`select created_at, run_id from runs where run_id in (${hit}) and ${conditionsOf(filter)}
      order by created_at desc, run_id desc limit ${limit} offset ${offset}`,
  );
}

function newestFirst(a: Key, b: Key): number {
  return b.created_at - a.created_at || (a.run_id < b.run_id ? 1 : -1);
}

/** Builds the query of FTS5 for texts with all trigrams of a text. */
function trigramsOf(text: string): string {
  const letters = [...text.toLowerCase()];
  const parts = letters.slice(2).map((_, index) => letters.slice(index, index + 3).join(''));
  return [...new Set(parts)].map((part) => `"${part.replaceAll('"', '""')}"`).join(' ');
}

async function isIndexed(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await (isPostgres(db)
    ? sql`select 1 where to_regclass('run_search_by_trigrams') is not null`
    : sql`select 1 from sqlite_master where name = 'run_trigrams'`
  ).execute(db);
  return rows.length > 0;
}

interface Part {
  readonly limit: number;
  readonly offset: number;
  readonly after?: Key | undefined;
}

/** Selects the keys of a part of the list. What is read depends on the part alone, and with metadata on the runs that have it. */
function keysOf(filter: Filter, part: Part): RawBuilder<Key> {
  const [rarest, ...others] = filter.metadata;
  return rarest === undefined ? keysByStatus(filter, part) : keysByMetadata(filter, { rarest, others }, part);
}

/** Reads the runs that have an entry of metadata in the order of the list, and looks up the rest of the filter for each. */
function keysByMetadata(
  filter: Filter,
  { rarest, others }: { readonly rarest: MetadataEntry; readonly others: readonly MetadataEntry[] },
  { limit, offset, after }: Part,
): RawBuilder<Key> {
  const { organizationId, statuses, types, workflowPermanentId } = filter;
  const looksUp = (statuses ?? types ?? workflowPermanentId) !== undefined;
  const conditions = [
    hasEntry(organizationId, rarest),
    ...timeConditions(filter),
    ...(after ? [isAfter(after)] : []),
    ...hasMetadata(others, 'entry.run_id'),
    ...(looksUp
      ? [
          sql`exists (select 1 from runs where runs.run_id = entry.run_id and ${conditionsOf({ ...filter, metadata: [] })})`,
        ]
      : []),
  ];
  return sql`select created_at, run_id from run_metadata as entry where ${sql.join(conditions, sql` and `)}
    order by created_at desc, run_id desc limit ${limit} offset ${offset}`;
}

/**
 * Selects the keys of a part of the list. Each status and type that is asked for is a range of an index in the order of the
 * list, and the ranges are merged; so what is read depends on the part alone.
 */
function keysByStatus(filter: Filter, { limit, offset, after }: Part): RawBuilder<Key> {
  const { statuses, types } = filter;
  const ranges =
    statuses === undefined && types === undefined
      ? [sql`true`]
      : [...new Set(statuses ?? allStatuses)].flatMap((status) =>
          [...new Set(types ?? runTypes)].map((type) => sql`status = ${status} and run_type = ${type}`),
        );
  const common = [...commonConditions(filter), ...(after ? [isAfter(after)] : [])];
  const order = sql`order by created_at desc, run_id desc`;
  const parts = ranges.map(
    (range) => sql`select * from (select created_at, run_id from runs
      where ${sql.join([...common, range], sql` and `)} ${order} limit ${offset + limit}) as part`,
  );
  return sql`select created_at, run_id from (${sql.join(parts, sql` union all `)}) as parts
    ${order} limit ${limit} offset ${offset}`;
}

function isAfter({ created_at, run_id }: Key): RawBuilder<boolean> {
  return sql<boolean>`(created_at, run_id) < (${created_at}, ${run_id})`;
}

function commonConditions(filter: Filter): RawBuilder<unknown>[] {
  const { organizationId, workflowPermanentId } = filter;
  return [
    sql`organization_id = ${organizationId}`,
    ...(workflowPermanentId === undefined ? [] : [sql`workflow_permanent_id = ${workflowPermanentId}`]),
    ...timeConditions(filter),
  ];
}

function timeConditions({ createdAfter, createdBefore }: Filter): RawBuilder<unknown>[] {
  return [
    ...(createdAfter === undefined ? [] : [sql`created_at >= ${createdAfter}`]),
    ...(createdBefore === undefined ? [] : [sql`created_at <= ${createdBefore}`]),
  ];
}

function conditionsOf(filter: Filter): RawBuilder<unknown> {
  const { statuses, types } = filter;
  return sql.join(
    [
      ...commonConditions(filter),
      ...(statuses === undefined ? [] : [sql`status in (${sql.join([...statuses])})`]),
      ...hasMetadata(filter.metadata, 'runs.run_id'),
      ...(types === undefined ? [] : [sql`run_type in (${sql.join([...types] satisfies RunType[])})`]),
    ],
    sql` and `,
  );
}

async function readKeys(db: Kysely<Tables>, query: RawBuilder<unknown>): Promise<Key[]> {
  const { rows } = await (query as RawBuilder<Key>).execute(db);
  return rows;
}
