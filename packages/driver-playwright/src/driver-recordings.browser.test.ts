import { testBrowserRecordings } from '@runwright/testing/suites';
import { drivers } from './drivers.test-helpers.ts';

testBrowserRecordings('playwrightDriver', drivers());
