import { testBrowserWidgets } from '@runwright/testing/suites';
import { drivers } from './driver.test.open.ts';

testBrowserWidgets('playwrightDriver', drivers());
