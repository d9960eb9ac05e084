import { testBrowserReading } from '@runwright/testing/suites';
import { drivers } from './drivers.test-helpers.ts';

testBrowserReading('playwrightDriver', drivers());
