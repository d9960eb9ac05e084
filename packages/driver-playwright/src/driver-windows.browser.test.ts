import { testBrowserWindows } from '@runwright/testing/suites';
import { drivers } from './drivers.test-helpers.ts';

testBrowserWindows('playwrightDriver', drivers());
