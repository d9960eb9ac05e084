import { RunwrightError, type Store } from '@runwright/contract';
import { type Kysely, sql } from 'kysely';
import { cutPage } from './page.ts';
import { credentialRows } from './rows.ts';
import type { Tables } from './tables.ts';

/** Credentials, and the round-robin counters of parameters that name several of them. */
export function sqlCredentials(db: Kysely<Tables>): Store['credentials'] {
  return {
    async add(credential) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('credentials')
        .values({ ...credentialRows.toRow(credential), name_text: credential.name.toLowerCase() })
        .onConflict((key) => key.doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows) return;
      throw new RunwrightError(
        'conflict',
        `Cannot add credential \`${credential.credentialId}\`: it exists. Make a new id.`,
      );
    },
    async get(organizationId, credentialId) {
      const row = await db
        .selectFrom('credentials')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where('credential_id', '=', credentialId)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      return row ? credentialRows.fromRow(row) : null;
    },
    async change(organizationId, credentialId, patch) {
      const row = await db
        .updateTable('credentials')
        .set({
          ...credentialRows.toPartialRow(patch),
          ...(patch.name === undefined ? {} : { name_text: patch.name.toLowerCase() }),
        })
        .where('organization_id', '=', organizationId)
        .where('credential_id', '=', credentialId)
        .where('deleted_at', 'is', null)
        .returningAll()
        .executeTakeFirst();
      return row ? credentialRows.fromRow(row) : null;
    },
    async list({ organizationId, type, search, page, pageSize }) {
      let query = db
        .selectFrom('credentials')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where('deleted_at', 'is', null);
      if (type !== undefined) query = query.where('type', '=', type);
      if (search !== undefined) query = query.where(nameContains(search));
      const rows = await query
        .orderBy('created_at', 'desc')
        .orderBy('credential_id', 'desc')
        .limit(pageSize + 1)
        .offset((page - 1) * pageSize)
        .execute();
      return cutPage(rows.map(credentialRows.fromRow), { page, pageSize });
    },
    async nextTurn(organizationId, name) {
      const { turn } = await db
        .insertInto('credential_turns')
        .values({ organization_id: organizationId, name, turn: 0 })
        .onConflict((key) =>
          key
            .columns(['organization_id', 'name'])
            .doUpdateSet((row) => ({ turn: row('credential_turns.turn', '+', 1) })),
        )
        .returning('turn')
        .executeTakeFirstOrThrow();
      return turn;
    },
  };
}

function nameContains(part: string) {
  const escaped = part.toLowerCase().replace(/[\\%_]/g, (letter) => `\\${letter}`);
  return sql<boolean>`name_text like ${`%${escaped}%`} escape '\\'`;
}
