import { testBrowserSettling } from '@runwright/testing/suites';
import { drivers } from './driver.test.open.ts';

testBrowserSettling('playwrightDriver', drivers());
