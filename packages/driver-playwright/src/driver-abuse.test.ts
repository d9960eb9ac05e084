import { testBrowserAbuse } from '@runwright/testing/suites';
import { protocolBreaks } from './driver.test.breaks.ts';
import { drivers } from './driver.test.open.ts';

testBrowserAbuse('playwrightDriver', drivers(), protocolBreaks);
