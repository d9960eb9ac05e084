import { testBrowserWidgets } from '@runwright/testing/suites';
import { drivers } from './drivers.test-helpers.ts';

testBrowserWidgets('playwrightDriver', drivers());
