import type { Migration } from 'kysely/migration';

/** Folders of workflows, and the texts of imports that have not ended. */
export const foldersAndImports: Migration = {
  async up(db) {
    await db.schema.alterTable('workflows').addColumn('import_error', 'text').execute();
    await db.schema
      .createTable('workflow_imports')
      .addColumn('workflow_id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('source', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('folders')
      .addColumn('folder_id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('organization_id', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('title_text', 'text', (column) => column.notNull())
      .addColumn('description', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('modified_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('folders_title', ['organization_id', 'title'])
      .execute();
    await db.schema
      .createIndex('folders_by_organization_id_created_at')
      .on('folders')
      .columns(['organization_id', 'created_at', 'folder_id'])
      .execute();
    await db.schema
      .createIndex('workflows_by_organization_id_folder_id')
      .on('workflows')
      .columns(['organization_id', 'folder_id'])
      .execute();
    // Without it, a change of all versions of a workflow reads all workflows of the organization.
    await db.schema
      .createIndex('workflows_by_organization_id_workflow_permanent_id')
      .on('workflows')
      .columns(['organization_id', 'workflow_permanent_id', 'version'])
      .execute();
  },
};
