import { type Folder, Type } from '@runwright/contract';
import { date, text, textOrNull } from './field-schemas.ts';
import { formatDate } from './format-date.ts';

/** A folder as the HTTP API responds with it. */
export const FolderRecord = Type.Object(
  {
    folder_id: text,
    organization_id: text,
    title: text,
    description: textOrNull,
    workflow_count: Type.Integer({ description: 'Workflows whose latest version is in it.' }),
    created_at: date,
    modified_at: date,
  },
  { title: 'Folder' },
);
export type FolderRecord = Type.Static<typeof FolderRecord>;

/** Converts a folder to its record. */
export function toFolderRecord(folder: Folder): FolderRecord {
  return {
    folder_id: folder.folderId,
    organization_id: folder.organizationId,
    title: folder.title,
    description: folder.description,
    workflow_count: folder.workflowCount,
    created_at: formatDate(folder.createdAt),
    modified_at: formatDate(folder.modifiedAt),
  };
}
