import { type Static, Type } from 'typebox';

const description = Type.Optional(Type.Union([Type.String(), Type.Null()]));

/** Body of a new folder. */
export const FolderInput = Type.Object({
  title: Type.String({ maxLength: 255, description: 'Not blank; unique in the organization.' }),
  description,
});
export type FolderInput = Static<typeof FolderInput>;

/** Body that changes a folder: members that are absent stay, and `description: null` removes it. */
export const FolderPatch = Type.Object({
  title: Type.Optional(Type.Union([Type.String({ maxLength: 255 }), Type.Null()])),
  description,
});
export type FolderPatch = Static<typeof FolderPatch>;
