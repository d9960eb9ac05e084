import { testBrowserSettling } from '@runwright/testing/suites';
import { drivers } from './drivers.test-helpers.ts';

testBrowserSettling('playwrightDriver', drivers());
