import { missingDestinationFields, type Problem, type StorageType } from '@runwright/contract';

/** Members that the storage of a saved block cannot do without and that are missing. */
export function destinationProblems(node: { readonly [name: string]: unknown }): readonly Problem[] {
  const storage = (node.storage_type ?? 's3') as StorageType;
  return missingDestinationFields(storage, node).map((names) => ({
    path: [/`(\w+)`/.exec(names)?.[1] ?? 'storage_type'],
    message: `Value error, ${names} is needed to send files to \`${storage}\``,
    type: 'value_error',
  }));
}
