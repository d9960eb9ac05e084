import { RunwrightError, type Store } from '@runwright/contract';
import type { Kysely } from 'kysely';
import { cutPage } from './page.ts';
import { pushedCodeRows } from './rows.ts';
import { toStoredText } from './stored-text.ts';
import type { Tables } from './tables.ts';

/** Codes that one search returns. */
const mostFound = 100;

/** One-time codes that were pushed. */
export function sqlPushedCodes(db: Kysely<Tables>): Store['pushedCodes'] {
  return {
    async add(code) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('pushed_codes')
        .values(pushedCodeRows.toRow(code))
        .onConflict((key) => key.doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows) return;
      throw new RunwrightError(
        'conflict',
        `Cannot add pushed code \`${code.totpCodeId}\`: it exists. Make a new id.`,
      );
    },
    async list({ organizationId, identifierKey, workflowRunId, page, pageSize }) {
      let query = db.selectFrom('pushed_codes').selectAll().where('organization_id', '=', organizationId);
      if (identifierKey !== undefined)
        query = query.where('identifier_key', '=', toStoredText(identifierKey));
      if (workflowRunId !== undefined) query = query.where('workflow_run_id', '=', workflowRunId);
      const rows = await query
        .orderBy('created_at', 'desc')
        .orderBy('totp_code_id', 'desc')
        .limit(pageSize + 1)
        .offset((page - 1) * pageSize)
        .execute();
      return cutPage(rows.map(pushedCodeRows.fromRow), { page, pageSize });
    },
    async find({ organizationId, identifierKey, since, now }) {
      const rows = await db
        .selectFrom('pushed_codes')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where('identifier_key', '=', toStoredText(identifierKey))
        .where('created_at', '>=', since)
        .where('delete_at', '>', now)
        .orderBy('created_at', 'desc')
        .orderBy('totp_code_id', 'desc')
        .limit(mostFound)
        .execute();
      return rows.map(pushedCodeRows.fromRow);
    },
    async deleteExpired({ now }) {
      const { numDeletedRows } = await db
        .deleteFrom('pushed_codes')
        .where('delete_at', '<=', now)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
}
