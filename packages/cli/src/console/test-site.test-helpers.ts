import { inDocument, startRun, type TestConsole } from './console.test-helpers.ts';
import { fakeSiteUrl } from './fake-site.test-helpers.ts';

/** Returns the address of the site that the browsers of a service can open: the demo site, or that of the fake browser. */
export function siteOf({ demo }: TestConsole): string {
  return inDocument ? fakeSiteUrl : demo.site.url;
}

/** Title of the workflow of {@link startSignIn}. */
export const signInTitle = 'Orders of a supplier';

/** Starts a run whose agent signs in to the site; returns its id. */
export function startSignIn(service: TestConsole): Promise<string> {
  return startRun(
    service,
    [
      { block_type: 'goto_url', label: 'open_orders', url: `${siteOf(service)}/orders` },
      {
        block_type: 'navigation',
        label: 'sign_in',
        navigation_goal: 'Sign in with the user name {{ username }} and the password {{ password }}.',
        parameter_keys: ['username', 'password'],
      },
    ],
    {
      title: signInTitle,
      parameters: [
        {
          ...{ key: 'username', parameter_type: 'workflow', workflow_parameter_type: 'string' },
          default_value: 'demo',
        },
        { key: 'password', parameter_type: 'aws_secret', aws_key: 'demo_password' },
      ],
    },
  );
}
