import { testBrowserFiles } from '@runwright/testing/suites';
import { drivers } from './drivers.test-helpers.ts';

testBrowserFiles('playwrightDriver', drivers());
