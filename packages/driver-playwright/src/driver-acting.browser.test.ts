import { testBrowserActing } from '@runwright/testing/suites';
import { drivers } from './drivers.test-helpers.ts';

testBrowserActing('playwrightDriver', drivers());
