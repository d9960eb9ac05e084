import { useQuery } from '@tanstack/react-query';
import { useClient } from './session.ts';

/** Workflows to choose from at once. */
const choices = 100;

/** Reads the workflows to choose from whose title or id has a text; all for an empty text. `hasMore`: there are others. */
export function useWorkflowChoice(text: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['workflows', 'choice', text],
    queryFn: async ({ signal }) => {
      const query = { page_size: choices, ...(text === '' ? {} : { search_key: text }) };
      const { items, hasNext } = await client.workflows.listPage(query, { signal });
      return { workflows: items, hasMore: hasNext };
    },
    placeholderData: (previous) => previous,
  });
}
