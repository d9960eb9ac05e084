import { RunwrightError, type Store } from '@runwright/contract';
import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import { exclusively } from './exclusively.ts';
import { apiKeyRows } from './rows.ts';
import { openRunStatuses } from './runs.ts';
import type { Tables } from './tables.ts';

/** API keys; two of them never have one hash. */
export function sqlApiKeys(db: Kysely<Tables>): Store['apiKeys'] {
  return {
    async find(hash) {
      const row = await db.selectFrom('api_keys').selectAll().where('hash', '=', hash).executeTakeFirst();
      return row ? apiKeyRows.fromRow(row) : null;
    },
    async get(organizationId, apiKeyId) {
      const row = await db
        .selectFrom('api_keys')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where('api_key_id', '=', apiKeyId)
        .executeTakeFirst();
      return row ? apiKeyRows.fromRow(row) : null;
    },
    async list(organizationId) {
      const rows = await db
        .selectFrom('api_keys')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .orderBy('created_at')
        .orderBy('api_key_id')
        .execute();
      return rows.map(apiKeyRows.fromRow);
    },
    put: (key) =>
      exclusively(db, async (transaction) => {
        const other = await transaction
          .selectFrom('api_keys')
          .select('api_key_id')
          .where('hash', '=', key.hash)
          .where('api_key_id', '!=', key.apiKeyId)
          .executeTakeFirst();
        if (other) {
          throw new RunwrightError(
            'conflict',
            `Cannot store API key \`${key.apiKeyId}\`: \`${other.api_key_id}\` has the same hash. Make a new key.`,
          );
        }
        await transaction
          .insertInto('api_keys')
          .values(apiKeyRows.toRow(key))
          .onConflict((found) => found.column('api_key_id').doUpdateSet(apiKeyRows.excluded))
          .execute();
      }),
    addFirst: (key) =>
      exclusively(db, async (transaction) => {
        const oldest = await transaction
          .selectFrom('api_keys')
          .selectAll()
          .where('organization_id', '=', key.organizationId)
          .where('revoked_at', 'is', null)
          .orderBy('created_at')
          .orderBy('api_key_id')
          .limit(1)
          .executeTakeFirst();
        if (oldest) return apiKeyRows.fromRow(oldest);
        await transaction.insertInto('api_keys').values(apiKeyRows.toRow(key)).execute();
        return key;
      }),
    async markUsed(apiKeyId, at) {
      await db
        .updateTable('api_keys')
        .set({ last_used_at: at })
        .where('api_key_id', '=', apiKeyId)
        .where((key) => key.or([key('last_used_at', 'is', null), key('last_used_at', '<', at)]))
        .execute();
    },
    async eraseUnneeded({ now }) {
      const { numUpdatedRows } = await db
        .updateTable('api_keys')
        .set({ ciphertext: '' })
        .where('ciphertext', '!=', '')
        .where((key) => key.or([key('revoked_at', 'is not', null), key('expires_at', '<=', now)]))
        .where('api_key_id', 'not in', keysOfOpenRuns)
        .where('api_key_id', 'not in', keysOfOpenWebhooks)
        .executeTakeFirstOrThrow();
      return Number(numUpdatedRows);
    },
  };
}

/** Selects the keys of runs that have not ended. */
function keysOfOpenRuns({ selectFrom }: ExpressionBuilder<Tables, 'api_keys'>) {
  return selectFrom('runs')
    .select(sql<string>`runs.api_key_id`.as('api_key_id'))
    .where('runs.status', 'in', openRunStatuses)
    .where('runs.api_key_id', 'is not', null);
}

/** Selects the keys of runs whose webhook is still to be sent. */
function keysOfOpenWebhooks({ selectFrom }: ExpressionBuilder<Tables, 'api_keys'>) {
  return selectFrom('outbox')
    .innerJoin('runs', 'runs.run_id', 'outbox.run_id')
    .select(sql<string>`runs.api_key_id`.as('api_key_id'))
    .where('outbox.status', 'in', ['pending', 'sending'])
    .where('outbox.type', '=', 'webhook')
    .where('runs.api_key_id', 'is not', null);
}
