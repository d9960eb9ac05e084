/** A task of the benchmark, as a block without label. */
export interface BenchmarkTask {
  readonly name: string;
  readonly blocks: (site: string) => readonly object[];
}

const orderSchema = {
  type: 'object',
  properties: {
    orders: {
      type: 'array',
      items: {
        type: 'object',
        properties: { number: { type: 'string' }, status: { type: 'string' }, total: { type: 'string' } },
      },
    },
  },
};

const signIn = (site: string, password: string) => ({
  block_type: 'navigation',
  label: 'sign_in',
  url: `${site}/login`,
  navigation_goal: `Sign in with the user name demo and the password ${password}.`,
});

/** Tasks on the demo site, which the scripted endpoint carries out. */
export const demoTasks = (credentials: {
  readonly username: string;
  readonly password: string;
}): readonly BenchmarkTask[] => [
  {
    name: 'sign in',
    blocks: (site) => [{ ...signIn(site, credentials.password) }],
  },
  {
    name: 'read the orders',
    blocks: (site) => [
      { ...signIn(site, credentials.password), next_block_label: 'orders' },
      {
        block_type: 'task',
        label: 'orders',
        navigation_goal: 'Open all orders, page by page.',
        data_extraction_goal: 'Every order of the table.',
        data_schema: orderSchema,
      },
    ],
  },
  {
    name: 'contact form',
    blocks: (site) => [
      {
        block_type: 'navigation',
        label: 'contact',
        url: site,
        navigation_goal: 'Fill in the contact form with the message "Where is my lamp?" and send it.',
      },
    ],
  },
  {
    name: 'read the catalog',
    blocks: (site) => [
      {
        block_type: 'task',
        label: 'catalog',
        url: site,
        navigation_goal: 'Open the catalog.',
        data_extraction_goal: 'Every product with its price.',
      },
    ],
  },
];
