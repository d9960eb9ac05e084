import { useMutation } from '@tanstack/react-query';
import { useClient } from './session.ts';

/** Uploads a file for a run. */
export function useUploadFile() {
  const client = useClient();
  return useMutation({ mutationFn: (file: File) => client.files.upload(file, file.name) });
}
